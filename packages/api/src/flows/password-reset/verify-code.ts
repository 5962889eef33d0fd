import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import { checkSecurityCode, normaliseCode } from "@vestibule/contract/fields/security-code.rule.ts";
import { createAuditContext } from "../../audit/auditor.port.ts";
import type { RequestContext } from "../../deps.ts";
import { matchesFingerprint } from "../../links/account-fingerprint.rule.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import {
  findRecovery,
  incrementRecoveryCounter,
  lockRecoveryForUpdate,
  type Recovery,
} from "../../recoveries/recovery.store.ts";
import { factAtReset } from "../../verification/identity-fact.rule.ts";
import type { IdentityProofDeps } from "../../verification/identity-proof.port.ts";
import { consumeCode } from "../../verification/one-time-code.store.ts";
import { verifySecret } from "../../verification/wrong-code.rule.ts";
import { refuseAfterWrongCodes } from "./after-wrong-answers.ts";
import { closeRecovery } from "./end-recovery.ts";
import type { Refusal } from "./recovery-call.port.ts";
import { endReasonOf } from "./recovery-end-reason.rule.ts";
import { createRecoveryId, readRecoveryId } from "./recovery-id.rule.ts";
import { findRecoveryOwner, type RecoveryOwner } from "./recovery-owner.ts";
import { issueResetToken } from "./reset-token.ts";

export interface VerifiedReset {
  kind: "proven";
  id: string;
  token: string;
  /** As its owner typed it. */
  email: string;
  identityFact: IdentityFact;
}
export type VerifyCodeResult = VerifiedReset | Refusal;

interface Attempt {
  requestContext: RequestContext;
  recovery: Recovery;
  owner: RecoveryOwner;
  code: string;
}

/** Verifies the six digits of a reset. For unknown e-mails attempts count alike and no code is accepted. */
export async function verifyCode(
  deps: IdentityProofDeps,
  { requestContext, id: text, typed }: { requestContext: RequestContext; id: string; typed: string },
): Promise<VerifyCodeResult> {
  const { brand, clientIp } = requestContext;
  const counted = await deps.limits.consume(deps.database, { limit: "verifyAddress", subject: clientIp });
  if (counted.kind === "full") return { kind: "wait", retryAfterSeconds: counted.retryAfterSeconds };
  const fault = checkSecurityCode(typed);
  if (fault) return { kind: "malformed", fields: { validationValue: fault.key } };
  const handle = readRecoveryId(deps.keys.secretHash, { text, brandId: brand.id, purposes: ["recovery"] });
  if (handle?.id === undefined) return { kind: "gone" };
  const name = { id: handle.id, brandId: brand.id };
  const found = await findRecovery(deps.database, name);
  if (found === undefined || found.how !== "forgot") return { kind: "gone" };
  const owner = await findRecoveryOwner(deps, { brand, accountId: found.accountId, emailKey: found.emailKey });
  return transact(deps.database, async (transaction) => {
    const recovery = await lockRecoveryForUpdate(transaction, name);
    const over = endReasonOf(recovery);
    if (over === "wrongAnswers") return refuseAfterWrongCodes(deps, transaction, { requestContext, recovery, owner });
    if (recovery === undefined || over) return { kind: "gone" };
    // Already verified: refused without counting an attempt.
    if (recovery.isProven) return { kind: "wrongSecret" };
    return judge(deps, transaction, { requestContext, recovery, owner, code: normaliseCode(typed) });
  });
}

async function judge(deps: IdentityProofDeps, transaction: Trx, attempt: Attempt): Promise<VerifyCodeResult> {
  const { requestContext, recovery, owner, code } = attempt;
  const { brandId, id: sessionId } = recovery;
  const judgement = await verifySecret(transaction, {
    limits: deps.limits,
    identity: owner.identity,
    isRight: async () => {
      const spent = await consumeCode(deps, transaction, { purpose: "reset", brandId, sessionId, code });
      const { accountFingerprint } = recovery;
      const isBound =
        accountFingerprint !== undefined && matchesFingerprint(deps.keys.lookupHash, owner, accountFingerprint);
      return spent && owner.account !== undefined && isBound;
    },
  });
  const result =
    judgement.kind === "right"
      ? await prove(deps, transaction, attempt)
      : judgement.kind === "identityFull"
        ? ({ kind: "limit", roadblock: "login-difficulties", until: judgement.until } as const)
        : await countWrong(deps, transaction, attempt);
  await deps.auditor.record(transaction, {
    event: judgement.kind === "right" ? "code.accepted" : "code.refused",
    result: judgement.kind === "wrong" && result.kind === "limit" ? "tooMany" : judgement.kind,
    brandId,
    ...(owner.account && { accountId: owner.account.id }),
    journeyId: recovery.id,
    actor: "person",
    auditContext: createAuditContext("recovery", requestContext),
    facts: { purpose: "reset", channel: "EMAIL" },
  });
  return result;
}

async function prove(deps: IdentityProofDeps, transaction: Trx, { recovery, owner }: Attempt): Promise<VerifiedReset> {
  return {
    kind: "proven",
    id: createRecoveryId(deps.keys.secretHash, recovery),
    token: await issueResetToken(deps, transaction, recovery.id),
    email: owner.account?.emailAsTyped ?? "",
    identityFact: factAtReset(owner.rows),
  };
}

async function countWrong(deps: IdentityProofDeps, transaction: Trx, attempt: Attempt): Promise<Refusal> {
  const { id } = attempt.recovery;
  const wrong = await incrementRecoveryCounter(transaction, { id, what: "wrong_codes" });
  if (wrong < limitRows.recoveryWrongCode.limit) return { kind: "wrongSecret" };
  await closeRecovery(transaction, { id, how: "wrongCodes" });
  return refuseAfterWrongCodes(deps, transaction, attempt);
}
