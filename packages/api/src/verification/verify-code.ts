import { normaliseCode } from "@vestibule/contract/fields/security-code.rule.ts";
import type { LimitedDeps } from "../deps.ts";
import type { LimitConsumed } from "../limits/limit.port.ts";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";
import type { VerificationLockout, VerificationRefusal } from "./identity-proof.port.ts";
import { dayLockout, wrongCodesOfDay } from "./lockout.rule.ts";
import { type CodeBinding, consumeCode } from "./one-time-code.store.ts";

/** `triesLeft`: wrong codes that remain in the journey and, over all journeys, of this person's day. */
export type WrongCodeResult = (VerificationRefusal & { reason: "wrongCode"; triesLeft: number }) | VerificationLockout;

export interface WrongCode {
  /** From `identityOf`. */
  identity: string;
  /** Wrong codes that end the journey. */
  wrongCodeLimit: number;
  /** Counts one wrong code on the journey; returns the new count. */
  countWrong: () => Promise<number>;
}

/** Locks out the person or the journey after too many wrong codes. */
export async function refuseCode(
  { limits }: LimitedDeps<never>,
  database: DbOrTrx,
  { identity, counted, wrongCodeLimit, countWrong }: WrongCode & { counted: LimitConsumed },
): Promise<WrongCodeResult> {
  if (counted.left === 0) {
    const now = await limits.peek(database, wrongCodesOfDay(identity));
    if (now.kind === "full") return dayLockout(now.until);
  }
  const left = wrongCodeLimit - (await countWrong());
  if (left <= 0) return { kind: "lockedOut", reason: "wrongCodes" };
  return { kind: "refused", reason: "wrongCode", triesLeft: Math.min(Math.max(counted.left, 1), left) };
}

export interface CodeAttempt extends CodeBinding, WrongCode {
  typed: string;
  /** False consumes the code without accepting it: for decoys, and facts that have changed. */
  isAccepted: boolean;
}

export type VerifyCodeResult = { kind: "verified" } | WrongCodeResult;

/**
 * Verifies a well-formed code in the transaction that locked its journey. The person's count over all journeys and
 * channels is consumed first and refunded for a correct one, so that concurrent guesses cannot exceed the limit.
 */
export async function verifyCode(
  deps: LimitedDeps<"keys" | "random">,
  transaction: Trx,
  { typed, isAccepted, ...attempt }: CodeAttempt,
): Promise<VerifyCodeResult> {
  const counted = await deps.limits.consume(transaction, wrongCodesOfDay(attempt.identity));
  if (counted.kind === "full") return dayLockout(counted.until);
  if ((await consumeCode(deps, transaction, { ...attempt, code: normaliseCode(typed) })) && isAccepted) {
    await deps.limits.refund(transaction, counted);
    return { kind: "verified" };
  }
  return refuseCode(deps, transaction, { ...attempt, counted });
}

/** A random limit must stay unknown, so only the last attempt is announced. */
export function announcedTries(triesLeft: number): { triesLeft?: 1 } {
  return triesLeft === 1 ? { triesLeft } : {};
}
