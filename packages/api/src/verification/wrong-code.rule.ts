import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import type { LimitReached, Limits } from "../limits/limit.port.ts";
import type { Trx } from "../platform/database.table.ts";
import type { Random } from "../platform/random.port.ts";

/** Number of wrong codes that ends a session, randomized so that it is unpredictable. */
export function randomizeCodeThreshold(random: Random): number {
  return random.integer(limitRows.wrongCodeSession.from, limitRows.wrongCodeSession.to);
}

/** `triesLeft`: wrong codes that remain for this person today, over all sessions. */
export type SecretCheckResult =
  | { kind: "right" }
  | { kind: "wrong"; triesLeft: number }
  | { kind: "identityFull"; until: Date };

/**
 * Verifies a code or PIN. The person's count over all sessions and channels is consumed first and refunded for a
 * correct secret, so that concurrent guesses cannot exceed the limit.
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
