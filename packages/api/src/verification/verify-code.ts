import { normaliseCode } from "@vestibule/contract/fields/security-code.rule.ts";
import type { LimitedDeps } from "../deps.ts";
import type { PolicyPerson } from "../directory/policy-directory.port.ts";
import type { Trx } from "../platform/database.table.ts";
import type { VerificationLockout, VerificationRefusal } from "./identity-proof.port.ts";
import { consumeCode } from "./one-time-code.store.ts";
import { ownPinMatches } from "./pin-hash.adapter.ts";
import type { CodePurpose } from "./purpose.table.ts";

/** What the typed code is compared with. */
export type ExpectedCode =
  | { kind: "pin"; person: PolicyPerson }
  /** `isAccepted` false consumes the code without accepting it: for decoys, and facts that have changed. */
  | { kind: "code"; purpose: CodePurpose; isAccepted?: boolean }
  /** Nothing was sent under what the caller names. */
  | { kind: "nothing" };

export interface CodeAttempt {
  brandId: string;
  /** Id of the registration or recovery that issued the code. */
  sessionId: string;
  /** From `identityOf`. */
  identity: string;
  typed: string;
  expected: ExpectedCode;
  /** Wrong codes that end the journey. */
  wrongCodeLimit: number;
  /** Counts one wrong code on the journey's row in this transaction; returns the new count. */
  countWrong: () => Promise<number>;
}

/** `triesLeft`: wrong codes that remain in the journey and, over all journeys, of this person's day. */
export type VerifyCodeResult =
  | { kind: "verified" }
  | (VerificationRefusal & { reason: "wrongCode"; triesLeft: number })
  | VerificationLockout;

/**
 * Verifies a well-formed code or PIN. The person's count over all journeys and channels is consumed first and refunded
 * for a correct one, so that concurrent guesses cannot exceed the limit.
 */
export async function verifyCode(
  deps: LimitedDeps<"keys" | "random">,
  transaction: Trx,
  attempt: CodeAttempt,
): Promise<VerifyCodeResult> {
  const { limits } = deps;
  const window = { limit: "wrongCodeIdentity", subject: attempt.identity } as const;
  const counted = await limits.consume(transaction, window);
  if (counted.kind === "full") return { kind: "lockedOut", reason: "wrongCodes", until: counted.until };
  if (await matches(deps, transaction, attempt)) {
    await limits.refund(transaction, counted);
    return { kind: "verified" };
  }
  if (counted.left === 0) {
    const now = await limits.peek(transaction, window);
    if (now.kind === "full") return { kind: "lockedOut", reason: "wrongCodes", until: now.until };
  }
  const left = attempt.wrongCodeLimit - (await attempt.countWrong());
  if (left <= 0) return { kind: "lockedOut", reason: "wrongCodes" };
  return { kind: "refused", reason: "wrongCode", triesLeft: Math.min(Math.max(counted.left, 1), left) };
}

async function matches(
  deps: LimitedDeps<"keys" | "random">,
  transaction: Trx,
  { brandId, sessionId, typed, expected }: CodeAttempt,
): Promise<boolean> {
  switch (expected.kind) {
    case "pin":
      return ownPinMatches({ pin: typed, person: expected.person, keys: deps.keys.secretHash });
    case "code": {
      const { purpose, isAccepted = true } = expected;
      const code = normaliseCode(typed);
      return (await consumeCode(deps, transaction, { purpose, brandId, sessionId, code })) && isAccepted;
    }
    case "nothing":
      return false;
  }
}

/** A random limit must stay unknown, so only the last attempt is announced. */
export function announcedTries(triesLeft: number): { triesLeft?: 1 } {
  return triesLeft === 1 ? { triesLeft } : {};
}
