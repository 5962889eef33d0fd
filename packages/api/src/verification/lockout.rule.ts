import type { Limits } from "../limits/limit.port.ts";
import type { Trx } from "../platform/database.table.ts";
import type { Random } from "../platform/random.port.ts";
import type { VerificationLockout } from "./identity-proof.port.ts";
import { purposes } from "./purpose.table.ts";

/** Limit key of one person under one brand, shared by every journey, session and channel. */
export function identityOf({ brandId, personKey }: { brandId: string; personKey: string }): string {
  return `${brandId}|${personKey}`;
}

/** What a keyed hash of an identity is made of. */
export const identityParts = (identity: string): string[] => ["identity", identity];

/** Number of wrong codes that ends a registration, randomized so that it is unpredictable. */
export function randomizeCodeThreshold(random: Random): number {
  const { from, to } = purposes.registration.wrongCodes;
  return random.integer(from, to);
}

/** What locked a person out: the limit of their day, which ends by itself, or that of one journey. */
export function lockoutScope({ reason, until }: Pick<VerificationLockout, "reason" | "until">): string {
  if (reason === "codesSent") return "sends";
  return until === undefined ? "session" : "identity";
}

/** The person's lockout by the day's wrong codes, which no new code may bypass. */
export async function findLockout(
  limits: Limits,
  transaction: Trx,
  identity: string,
): Promise<(VerificationLockout & { until: Date }) | undefined> {
  const window = await limits.peek(transaction, { limit: "wrongCodeIdentity", subject: identity });
  return window.kind === "full" ? { kind: "lockedOut", reason: "wrongCodes", until: window.until } : undefined;
}
