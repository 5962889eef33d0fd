import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import { checkSecurityCode } from "@vestibule/contract/fields/security-code.rule.ts";
import { incrementRecoveryCounter, type Recovery } from "../../accounts/recovery.store.ts";
import { withSettledContacts } from "../../accounts/settling.rule.ts";
import { hasTrustedShare } from "../../accounts/trusted-share.ts";
import type { RequestContext } from "../../deps.ts";
import { retryLater } from "../../limits/retry-later.rule.ts";
import { matchesFingerprint } from "../../links/link-owner.rule.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { countAttempt, refundAttempt } from "../../verification/count-attempt.ts";
import type { IdentityProofDeps, IdentityProofRefusal } from "../../verification/identity-proof.port.ts";
import { factAtReset } from "../../verification/knowledge-check.ts";
import { wrongCodesOfDay } from "../../verification/lockout.rule.ts";
import { type VerifyCodeResult, verifyCode } from "../../verification/verify-code.ts";
import { closeRecovery, findReset, lockReset, refuseAfterWrongCodes, refuseEnded } from "./open-recovery.ts";
import { createRecoveryId, type RecoveryOwner, readRecoveryId, recoveryEvent } from "./recovery.ts";
import { frozenAccount } from "./replace-password.ts";
import { issueResetToken } from "./reset-token.ts";

type VerifyResetCodeResult =
  /** `email`: as its owner typed it. */
  { kind: "proven"; id: string; token: string; email: string; identityFact: IdentityFact } | IdentityProofRefusal;

interface Attempt {
  requestContext: RequestContext;
  recovery: Recovery;
  owner: RecoveryOwner;
}

/** Verifies the six digits of a reset. For unknown e-mails attempts count alike and no code is accepted. */
export async function verifyResetCode(
  deps: IdentityProofDeps,
  { requestContext, id: text, typed }: { requestContext: RequestContext; id: string; typed: string },
): Promise<VerifyResetCodeResult> {
  const { brand, clientIp } = requestContext;
  const counted = await deps.limits.consume(deps.database, { limit: "verifyClientIp", subject: clientIp });
  const handle = readRecoveryId(deps.keys.secretHash, { text, brandId: brand.id, purposes: ["recovery"] });
  const findOwn = async () =>
    handle?.id === undefined ? undefined : findReset(deps, { requestContext, recoveryId: handle.id });
  const findAccountId = async () => (await findOwn())?.owner.account?.id;
  if (counted.kind === "exceeded" && !(await hasTrustedShare(deps, requestContext, findAccountId)))
    return retryLater(counted);
  const error = checkSecurityCode(typed);
  if (error) return { kind: "malformed", fields: { validationValue: error.key } };
  const reset = await findOwn();
  if (reset === undefined) return { kind: "notFound" };
  const { owner, recoveryId: id } = reset;
  return countAttempt(deps, wrongCodesOfDay(owner.identity), (count) =>
    transact(deps.database, async (transaction): Promise<VerifyResetCodeResult> => {
      const recovery = await lockReset(transaction, reset);
      // A reset that has ended or is verified already compares nothing.
      if (recovery === undefined || recovery.ended !== undefined || recovery.isProven) {
        await refundAttempt(deps, transaction, count);
        const refusal = await refuseEnded(deps, transaction, { ...reset, recovery });
        return refusal ?? { kind: "refused", reason: "wrongCode" };
      }
      const { accountFingerprint } = recovery;
      const isBound =
        accountFingerprint !== undefined && matchesFingerprint(deps.keys.lookupHash, owner, accountFingerprint);
      const checked = await verifyCode(deps, transaction, {
        purpose: "reset",
        brandId: brand.id,
        sessionId: id,
        identity: owner.identity,
        typed,
        count,
        isAccepted: isBound && owner.account !== undefined,
        wrongCodeLimit: limitRows.recoveryWrongCode.limit,
        countWrong: () => incrementRecoveryCounter(transaction, { id, what: "wrong_codes" }),
      });
      const result = await resultOfCheck(deps, transaction, { requestContext, recovery, owner, checked });
      const facts = { purpose: "reset", channel: "EMAIL" };
      const event = checked.kind === "verified" ? "code.accepted" : "code.refused";
      await deps.auditor.record(transaction, recoveryEvent(reset, { event, result: auditResult(checked), facts }));
      return result;
    }),
  );
}

async function resultOfCheck(
  deps: IdentityProofDeps,
  transaction: Trx,
  { checked, ...attempt }: Attempt & { checked: VerifyCodeResult },
): Promise<VerifyResetCodeResult> {
  if (checked.kind === "verified") {
    const { recovery, owner } = attempt;
    if (owner.account?.isFrozen) return frozenAccount;
    return {
      kind: "proven",
      id: createRecoveryId(deps.keys.secretHash, recovery),
      token: await issueResetToken(deps, transaction, recovery.id),
      email: owner.account?.emailAsTyped ?? "",
      identityFact: factAtReset(withSettledContacts(owner.rows, owner.settled)),
    };
  }
  if (checked.kind === "refused") return checked;
  if (checked.until) return { ...checked, roadblock: "login-difficulties" };
  await closeRecovery(transaction, { id: attempt.recovery.id, how: "wrongCodes" });
  return refuseAfterWrongCodes(deps, transaction, attempt);
}

function auditResult(checked: VerifyCodeResult): string {
  if (checked.kind === "lockedOut") return checked.until ? "identityFull" : "tooMany";
  return checked.kind === "verified" ? "right" : "wrong";
}
