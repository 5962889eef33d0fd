import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import type { LimitConsumed, LimitReached, Limits, LimitWindow } from "../limits/limit.port.ts";
import type { DbOrTrx } from "../platform/database.table.ts";
import type { Random } from "../platform/random.port.ts";
import type { VerificationLockout } from "./identity-proof.port.ts";

/** Limit key of one person under one brand, shared by every journey, session and channel. */
export function identityOf({ brandId, personKey }: { brandId: string; personKey: string }): string {
  return `${brandId}|${personKey}`;
}

/** What a keyed hash of an identity is made of. */
export const identityParts = (identity: string): string[] => ["identity", identity];

/** Number of wrong codes that ends a registration or a change of the e-mail, randomized so that it is unpredictable. */
export function randomizeCodeThreshold(random: Random): number {
  const { from, to } = limitRows.wrongCodeSession;
  return random.integer(from, to);
}

/** What locked a person out: the limit of their day, which ends by itself, or that of one journey. */
export function lockoutScope({ reason, until }: Pick<VerificationLockout, "reason" | "until">): string {
  if (reason === "codesSent") return "sends";
  return until === undefined ? "session" : "identity";
}

/** Wrong codes that one person may enter in a day, over all journeys and channels. */
export const wrongCodesOfDay = (identity: string): LimitWindow => ({ limit: "wrongCodeIdentity", subject: identity });

/** The person's lockout by the day's wrong codes, which no new code may bypass. */
export type DayLockout = VerificationLockout & { until: Date };

export function dayLockout(until: Date): DayLockout {
  return { kind: "lockedOut", reason: "wrongCodes", until };
}

/** Counts in these windows, and reads the person's lockout in the same statement. */
export async function consumeWithLockout(
  limits: Limits,
  database: DbOrTrx,
  { windows, identity }: { windows: readonly LimitWindow[]; identity: string },
): Promise<{ limit: LimitConsumed | LimitReached; lockout: DayLockout | undefined }> {
  const query = limits.peeking(wrongCodesOfDay(identity));
  const { limit, rows } = await limits.consumeAndRead(database, windows, query);
  const [{ fullUntil }] = rows;
  return { limit, lockout: fullUntil ? dayLockout(fullUntil) : undefined };
}

export async function findLockout(
  limits: Limits,
  database: DbOrTrx,
  identity: string,
): Promise<DayLockout | undefined> {
  const window = await limits.peek(database, wrongCodesOfDay(identity));
  return window.kind === "full" ? dayLockout(window.until) : undefined;
}
