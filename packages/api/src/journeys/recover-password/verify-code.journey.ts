import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import { checkSecurityCode, normaliseCode } from "@vestibule/contract/fields/security-code.rule.ts";
import { livedIn } from "../../capabilities/audit/auditor.port.ts";
import { factAtReset } from "../../capabilities/identity-facts/identity-fact.rule.ts";
import { isStillBound } from "../../capabilities/links/link-binding.rule.ts";
import { spendCode } from "../../capabilities/one-time-codes/one-time-code.store.ts";
import { judgeSecret } from "../../capabilities/one-time-codes/wrong-code.rule.ts";
import type { ProvingParts } from "../../capabilities/proving/proving-call.port.ts";
import {
  countOnRecovery,
  findRecovery,
  holdRecovery,
  type Recovery,
} from "../../capabilities/recoveries/recovery.store.ts";
import type { Visit } from "../../parts.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { refuseAfterWrongCodes } from "./after-wrong-answers.journey.ts";
import { closeRecovery } from "./end-recovery.journey.ts";
import { openHandle, recoveryHandle } from "./journey-handle.rule.ts";
import { giveProof } from "./proof-token.journey.ts";
import type { Refusal } from "./recovery-call.port.ts";
import { whyOver } from "./recovery-ending.rule.ts";
import { ownerById, type RecoveryOwner } from "./recovery-owner.journey.ts";

export interface ProvenReset {
  kind: "proven";
  id: string;
  token: string;
  /** As its owner wrote it. */
  email: string;
  identityFact: IdentityFact;
}
export type VerifyEnding = ProvenReset | Refusal;

interface Attempt {
  visit: Visit;
  recovery: Recovery;
  owner: RecoveryOwner;
  code: string;
}

/** Weighs the six digits of a reset. Ids of addresses that nobody uses count the same and are never right. */
export async function verifyCode(
  parts: ProvingParts,
  { visit, id: text, typed }: { visit: Visit; id: string; typed: string },
): Promise<VerifyEnding> {
  const { brand, address } = visit;
  const counted = await parts.limits.take(parts.database, { limit: "verifyAddress", subject: address });
  if (counted.kind === "full") return { kind: "wait", retryAfterSeconds: counted.retryAfterSeconds };
  const fault = checkSecurityCode(typed);
  if (fault) return { kind: "malformed", fields: { validationValue: fault.key } };
  const handle = openHandle(parts.keys.secretHash, { text, brandId: brand.id, purposes: ["recovery"] });
  if (handle?.id === undefined) return { kind: "gone" };
  const name = { id: handle.id, brandId: brand.id };
  const found = await findRecovery(parts.database, name);
  if (found === undefined || found.how !== "forgot") return { kind: "gone" };
  const owner = await ownerById(parts, { brand, accountId: found.accountId, emailKey: found.emailKey });
  return transact(parts.database, async (transaction) => {
    const recovery = await holdRecovery(transaction, name);
    const over = whyOver(recovery);
    if (over === "wrongAnswers") return refuseAfterWrongCodes(parts, transaction, { visit, recovery, owner });
    if (recovery === undefined || over) return { kind: "gone" };
    // The right code a second time: what it proved stands, and costs nobody a try.
    if (recovery.isProven) return { kind: "wrongSecret" };
    return judge(parts, transaction, { visit, recovery, owner, code: normaliseCode(typed) });
  });
}

async function judge(parts: ProvingParts, transaction: Trx, attempt: Attempt): Promise<VerifyEnding> {
  const { visit, recovery, owner, code } = attempt;
  const { brandId, id: sessionId } = recovery;
  const judgement = await judgeSecret(transaction, {
    limits: parts.limits,
    identity: owner.identity,
    isRight: async () => {
      const spent = await spendCode(parts, transaction, { purpose: "reset", brandId, sessionId, code });
      const { boundTo } = recovery;
      const isBound = boundTo !== undefined && isStillBound(parts.keys.lookupHash, owner, boundTo);
      return spent && owner.account !== undefined && isBound;
    },
  });
  const ending =
    judgement.kind === "right"
      ? await prove(parts, transaction, attempt)
      : judgement.kind === "identityFull"
        ? ({ kind: "limit", roadblock: "login-difficulties", until: judgement.until } as const)
        : await countWrong(parts, transaction, attempt);
  await parts.auditor.record(transaction, {
    event: judgement.kind === "right" ? "code.accepted" : "code.refused",
    result: judgement.kind === "wrong" && ending.kind === "limit" ? "tooMany" : judgement.kind,
    brandId,
    ...(owner.account && { accountId: owner.account.id }),
    journeyId: recovery.id,
    actor: "person",
    lived: livedIn("recovery", visit),
    facts: { purpose: "reset", channel: "EMAIL" },
  });
  return ending;
}

async function prove(parts: ProvingParts, transaction: Trx, { recovery, owner }: Attempt): Promise<ProvenReset> {
  return {
    kind: "proven",
    id: recoveryHandle(parts.keys.secretHash, recovery),
    token: await giveProof(parts, transaction, recovery.id),
    email: owner.account?.emailTyped ?? "",
    identityFact: factAtReset(owner.rows),
  };
}

async function countWrong(parts: ProvingParts, transaction: Trx, attempt: Attempt): Promise<Refusal> {
  const { id } = attempt.recovery;
  const wrong = await countOnRecovery(transaction, { id, what: "wrong_codes" });
  if (wrong < limitRows.recoveryWrongCode.limit) return { kind: "wrongSecret" };
  await closeRecovery(transaction, { id, how: "wrongCodes" });
  return refuseAfterWrongCodes(parts, transaction, attempt);
}
