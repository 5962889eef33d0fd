import { limits } from "@vestibule/catalogue/limit.table.ts";
import { secondFactors } from "@vestibule/catalogue/second-factor.table.ts";
import { notifyAccount } from "../../accounts/notify-account.ts";
import { countWrongSecondFactor, endPendingSignIn, type PendingSignIn } from "../../accounts/pending-sign-in.store.ts";
import { hasTrustedShare } from "../../accounts/trusted-share.ts";
import type { LimitConsumed, LimitReached } from "../../limits/limit.port.ts";
import { type RetryLater, retryLater } from "../../limits/retry-later.rule.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { releaseMethods } from "../../second-factor/held-second-factor.store.ts";
import { wrongSecondFactorsOf } from "../../second-factor/limit-subject.rule.ts";
import { listMethods, type OfferedMethod } from "../../second-factor/list-methods.ts";
import { notifyRecoveryCodeUsed } from "../../second-factor/notify-recovery-code-used.ts";
import type { SecondFactorDeps } from "../../second-factor/second-factor-method.port.ts";
import { secondFactorMethods } from "../../second-factor/second-factor-methods.ts";
import { countAttempt, refundAttempt } from "../../verification/count-attempt.ts";
import type { VerificationLockout, VerificationRefusal } from "../../verification/identity-proof.port.ts";
import { revokeCodes } from "../../verification/one-time-code.store.ts";
import { attemptsToAnnounce } from "../../verification/verify-code.ts";
import { type CompletedPending, completePending } from "./complete-pending.ts";
import { isOver, lockPendingCall, type PendingCall, pendingEvent } from "./pending-call.ts";

export type VerifySecondFactorResult =
  | CompletedPending
  | { kind: "malformed"; fields: Record<string, string> }
  | { kind: "notFound" }
  | RetryLater
  | VerificationRefusal
  | VerificationLockout;

interface TypedProof extends PendingCall {
  /** Id of the offered method. */
  id: string;
  typed: string;
  remembers: boolean;
}

/** Wrong codes of a day, over all sign-ins, after which the owner is notified that another person knows the password. */
const codesUntilNotice = 3;

/**
 * Verifies a code of any method. A wrong code is counted before it is compared, for the account, over all methods and
 * sign-ins of a day, and for the sign-in, which is revoked at its limit, so that the password is asked for again.
 */
export async function verifySecondFactor(deps: SecondFactorDeps, proof: TypedProof): Promise<VerifySecondFactorResult> {
  const { requestContext, pending, account, id, typed } = proof;
  const { brand, clientIp } = requestContext;
  const flood = await deps.limits.consume(deps.database, { limit: "verifyClientIp", subject: clientIp });
  if (flood.kind === "exceeded" && !(await hasTrustedShare(deps, requestContext, async () => account.id)))
    return retryLater(flood);
  if (isOver(proof)) return { kind: "notFound" };
  const { methods, emailsOnFile: alsoTo } = await listMethods(deps, { brand, account });
  const offered = methods.find((one) => one.id === id);
  const method = offered && secondFactorMethods[offered.method];
  if (offered === undefined || method === undefined) return { kind: "malformed", fields: { id: "unknown" } };
  if (!method.isWellFormed(typed)) return { kind: "malformed", fields: { securityCode: "incomplete" } };
  const verify = await method.check(deps, { account, pendingId: pending.id, typed, clientIp });
  return countAttempt(deps, wrongSecondFactorsOf(account), (count) =>
    transact(deps.database, async (transaction): Promise<VerifySecondFactorResult> => {
      const locked = await lockPendingCall(transaction, proof);
      if (locked === undefined) {
        await refundAttempt(deps, transaction, count);
        return { kind: "notFound" };
      }
      if (count.kind === "exceeded") return refuseUntil(deps, transaction, { ...proof, offered }, count);
      // A code that was sent by one method proves no other.
      const wasSent = secondFactors[offered.method].enrolment === "account" || locked.pending.sentMethod === id;
      if (wasSent && (await verify(transaction))) {
        await refundAttempt(deps, transaction, count);
        return pass(deps, transaction, { ...proof, offered, alsoTo });
      }
      return refuse(deps, transaction, { ...proof, offered, alsoTo, pending: locked.pending, count });
    }),
  );
}

interface OfferedProof extends TypedProof {
  offered: OfferedMethod;
  /** E-mails on file, which are notified too. */
  alsoTo: string[];
}

async function pass(
  deps: SecondFactorDeps,
  transaction: Trx,
  { offered: { method }, alsoTo, ...proof }: OfferedProof,
): Promise<VerifySecondFactorResult> {
  const { pending, account, requestContext } = proof;
  await releaseMethods(transaction, account.id);
  if (method === "recoveryCode") {
    const { origin } = requestContext;
    await notifyRecoveryCodeUsed(deps, transaction, { account, origin, device: pending.device, alsoTo });
  }
  return completePending(deps, transaction, { ...proof, method });
}

interface WrongProof extends OfferedProof {
  /** Read under the lock of its row. */
  pending: PendingSignIn;
  count: LimitConsumed;
}

async function refuse(
  deps: SecondFactorDeps,
  transaction: Trx,
  { offered, alsoTo, count, ...proof }: WrongProof,
): Promise<VerifySecondFactorResult> {
  const { pending, account, requestContext } = proof;
  const wrongCodes = await countWrongSecondFactor(transaction, pending.id);
  if ((limits.secondFactorWrongCode.limit - count.left) % codesUntilNotice === 0) {
    const { origin } = requestContext;
    const { device } = pending;
    const notice = { notification: "secondFactorGuessed", account, origin, device, alsoTo } as const;
    await notifyAccount(deps, transaction, notice);
  }
  if (count.left === 0) {
    const day = await deps.limits.peek(transaction, wrongSecondFactorsOf(account));
    if (day.kind === "exceeded") return refuseUntil(deps, transaction, { ...proof, offered }, day);
  }
  const left = pending.wrongCodeLimit - wrongCodes;
  const facts = { method: offered.method };
  if (left > 0) {
    await deps.auditor.record(
      transaction,
      pendingEvent(proof, { event: "second-factor.refused", result: "wrong", facts }),
    );
    return { kind: "refused", reason: "wrongCode", ...attemptsToAnnounce(Math.min(left, count.left)) };
  }
  await endPendingSignIn(transaction, pending.id, "wrongCodes");
  await revokeCodes(transaction, pending.id);
  const event = pendingEvent(proof, { event: "second-factor.locked", result: "session", facts });
  await deps.auditor.record(transaction, event);
  return { kind: "lockedOut", reason: "wrongCodes" };
}

/** The account's day is full: no code is compared until it has passed. */
async function refuseUntil(
  deps: SecondFactorDeps,
  transaction: Trx,
  { offered: { method }, ...proof }: PendingCall & { offered: OfferedMethod },
  { until }: LimitReached,
): Promise<VerificationLockout> {
  await endPendingSignIn(transaction, proof.pending.id, "wrongCodes");
  await revokeCodes(transaction, proof.pending.id);
  const event = pendingEvent(proof, { event: "second-factor.locked", result: "account", facts: { method } });
  await deps.auditor.record(transaction, event);
  return { kind: "lockedOut", reason: "wrongCodes", until };
}
