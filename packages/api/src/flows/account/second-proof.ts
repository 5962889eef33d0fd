import { fieldErrors } from "@vestibule/contract/fields/field-error.ts";
import { isRecoveryCode } from "@vestibule/contract/fields/recovery-code.rule.ts";
import { checkSecurityCode, normaliseCode } from "@vestibule/contract/fields/security-code.rule.ts";
import { findAccountById } from "../../accounts/account.store.ts";
import { type AccountCall, accountEvent } from "../../accounts/account-call.rule.ts";
import { readContactsOnFile } from "../../accounts/contacts-on-file.ts";
import { type AccountSession, lockAccountOfSession, recordSecondProof } from "../../accounts/gateway-session.store.ts";
import type { LimitedDeps } from "../../deps.ts";
import { type RetryLater, retryLater } from "../../limits/retry-later.rule.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { wrongSecondFactorsOf } from "../../second-factor/limit-subject.rule.ts";
import { notifyRecoveryCodeUsed } from "../../second-factor/notify-recovery-code-used.ts";
import { findRecoveryCode } from "../../second-factor/recovery-code.store.ts";
import { consumeTypedFactor } from "../../second-factor/verify-second-factor.ts";
import { countAttempt, refundAttempt } from "../../verification/count-attempt.ts";
import type { VerificationLockout, VerificationRefusal } from "../../verification/identity-proof.port.ts";
import { dayLockout } from "../../verification/lockout.rule.ts";

/** Whether a session may change the methods of a second proof: it is as strong as the strongest of them. */
export function mayChangeMethods({ isProven, needsSecondProof }: AccountSession): boolean {
  return isProven && !needsSecondProof;
}

export type SecondProofResult =
  | { kind: "proven" }
  | { kind: "ended" }
  | { kind: "malformed"; fields: Record<string, string> }
  | RetryLater
  | VerificationRefusal
  | VerificationLockout;

/**
 * Verifies a code of an authenticator app or a recovery code, so that the session may change the methods. A wrong one
 * counts with those of sign-ins.
 */
export async function proveByTypedFactor(
  deps: LimitedDeps<"database" | "directory" | "auditor" | "notifier" | "keys" | "hashing">,
  call: AccountCall & { typed: string },
): Promise<SecondProofResult> {
  const { session, requestContext, typed } = call;
  const { accountId, idHash } = session;
  const { clientIp, origin, device } = requestContext;
  const flood = await deps.limits.consume(deps.database, { limit: "verifyClientIp", subject: clientIp });
  if (flood.kind === "exceeded") return retryLater(flood);
  const fields = isRecoveryCode(typed) ? undefined : fieldErrors({ code: checkSecurityCode(typed) });
  if (fields) return { kind: "malformed", fields };
  const owner = await findAccountById(deps.database, accountId);
  if (owner === undefined) return { kind: "ended" };
  return countAttempt(deps, wrongSecondFactorsOf(owner), async (count): Promise<SecondProofResult> => {
    if (count.kind === "exceeded") return dayLockout(count.until);
    const recoveryCodeId = await findRecoveryCode(deps, { accountId, typed, clientIp });
    const { emails: alsoTo } = await readContactsOnFile(deps, call);
    return transact(deps.database, async (transaction): Promise<SecondProofResult> => {
      const account = await lockAccountOfSession(transaction, session);
      if (account === undefined) {
        await refundAttempt(deps, transaction, count);
        return { kind: "ended" };
      }
      const code = normaliseCode(typed);
      const result = await consumeTypedFactor(deps, transaction, { accountId, code, recoveryCodeId });
      if (result.kind !== "accepted") {
        const facts = { purpose: "proof", how: isRecoveryCode(typed) ? "recoveryCode" : "authenticator" };
        await deps.auditor.record(
          transaction,
          accountEvent(call, { event: "code.refused", result: "wrongCode", facts }),
        );
        return { kind: "refused", reason: "wrongCode" };
      }
      await refundAttempt(deps, transaction, count);
      await recordSecondProof(transaction, idHash);
      if (result.method === "recoveryCode")
        await notifyRecoveryCodeUsed(deps, transaction, { account, origin, device, alsoTo });
      const facts = { how: result.method };
      await deps.auditor.record(transaction, accountEvent(call, { event: "session.proven", facts }));
      return { kind: "proven" };
    });
  });
}
