import { normaliseCode } from "@vestibule/contract/fields/security-code.rule.ts";
import type { LimitedDeps } from "../deps.ts";
import type { LimitConsumed, LimitCount } from "../limits/limit.port.ts";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";
import type { VerificationLockout, VerificationRefusal } from "./identity-proof.port.ts";
import { dayLockout, wrongCodesOfDay } from "./lockout.rule.ts";
import { type CodeBinding, consumeCode } from "./one-time-code.store.ts";

/** `triesLeft`: how many wrong codes remain, the lower of the journey's limit and the person's daily limit. */
export type WrongCodeResult = (VerificationRefusal & { reason: "wrongCode"; triesLeft: number }) | VerificationLockout;

export interface WrongCode {
  /** Result of `limitSubjectOf`. */
  identity: string;
  wrongCodeLimit: number;
  /** Counts one wrong code on the journey; returns the new count. */
  countWrong: () => Promise<number>;
}

/** Counts a wrong code, and locks out the person or the journey after too many. */
export async function refuseCode(
  { limits }: LimitedDeps<never>,
  database: DbOrTrx,
  { identity, counted, wrongCodeLimit, countWrong }: WrongCode & { counted: LimitConsumed },
): Promise<WrongCodeResult> {
  if (counted.left === 0) {
    const now = await limits.peek(database, wrongCodesOfDay(identity));
    if (now.kind === "exceeded") return dayLockout(now.until);
  }
  const left = wrongCodeLimit - (await countWrong());
  if (left <= 0) return { kind: "lockedOut", reason: "wrongCodes" };
  return { kind: "refused", reason: "wrongCode", triesLeft: Math.min(Math.max(counted.left, 1), left) };
}

export interface CodeAttempt extends CodeBinding, WrongCode {
  typed: string;
  /** The person's count over all journeys and channels, by `countAttempt`. */
  count: LimitCount;
  /** When false, the code is consumed and refused: for decoys, and for accounts that have changed. */
  isAccepted: boolean;
}

export type VerifyCodeResult = { kind: "verified" } | WrongCodeResult;

/** Verifies a well-formed code in the transaction that locked its journey. A correct one is refunded. */
export async function verifyCode(
  deps: LimitedDeps<"keys" | "random">,
  transaction: Trx,
  { typed, count, isAccepted, ...attempt }: CodeAttempt,
): Promise<VerifyCodeResult> {
  if (count.kind === "exceeded") return dayLockout(count.until);
  if ((await consumeCode(deps, transaction, { ...attempt, code: normaliseCode(typed) })) && isAccepted) {
    await deps.limits.refund(transaction, count);
    return { kind: "verified" };
  }
  return refuseCode(deps, transaction, { ...attempt, counted: count });
}

/** A random limit must stay unknown, so only the last attempt is announced. */
export function attemptsToAnnounce(triesLeft: number): { triesLeft?: 1 } {
  return triesLeft === 1 ? { triesLeft } : {};
}
