import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import type { Trx } from "../../platform/database.table.ts";
import type { Random } from "../../platform/random.port.ts";
import type { LimitReached, Limits } from "../limits/limit.port.ts";

/** How many wrong codes a session ends at: drawn once, so that nobody can plan on the number. */
export function randomizeCodeThreshold(random: Random): number {
  return random.integer(limitRows.wrongCodeSession.from, limitRows.wrongCodeSession.to);
}

/** `triesLeft`: wrong codes that this person may still give today, over all sessions. */
export type SecretCheckResult =
  | { kind: "right" }
  | { kind: "wrong"; triesLeft: number }
  | { kind: "identityFull"; until: Date };

/**
 * Judges a code or PIN while holding the identity's count, over all its sessions and channels: the count is taken
 * before the secret is looked at and given back for a right one, so that no two servers judge one guess too many.
 */
export async function verifySecret(
  transaction: Trx,
  attempt: { limits: Limits; identity: string; isRight: () => Promise<boolean> },
): Promise<SecretCheckResult> {
  const window = { limit: "wrongCodeIdentity", subject: attempt.identity } as const;
  const taken = await attempt.limits.consume(transaction, window);
  if (taken.kind === "full") return identityFull(taken);
  if (await attempt.isRight()) {
    await attempt.limits.refund(transaction, taken);
    return { kind: "right" };
  }
  if (taken.left > 0) return { kind: "wrong", triesLeft: taken.left };
  const now = await attempt.limits.peek(transaction, window);
  return now.kind === "full" ? identityFull(now) : { kind: "wrong", triesLeft: 1 };
}

function identityFull(window: LimitReached): SecretCheckResult {
  return { kind: "identityFull", until: window.until };
}
