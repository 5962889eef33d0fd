import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import type { Limits, LimitWindow } from "../limits/limit.port.ts";
import type { DbOrTrx } from "../platform/database.table.ts";
import type { Random } from "../platform/random.adapter.ts";
import type { VerificationLockout } from "./identity-proof.port.ts";

/** Limit key of one person under one brand, shared by every journey, session and channel. */
export function limitSubjectOf({ brandId, identity }: { brandId: string; identity: string }): string {
  return `${brandId}|${identity}`;
}

/** Parts of an identity's keyed hash. */
export const identityParts = (identity: string): string[] => ["identity", identity];

/** The number of wrong codes that ends an attempt; random, so that it is unpredictable. */
export function randomizeCodeThreshold(random: Random): number {
  const { from, to } = limitRows.wrongCodeSession;
  return random.integer(from, to);
}

/** `identity`: the day's limit, which ends by itself; `session`: that of one journey. */
export function lockoutScope({ reason, until }: Pick<VerificationLockout, "reason" | "until">): string {
  if (reason === "codesSent") return "sends";
  return until === undefined ? "session" : "identity";
}

/** Window of the wrong codes that one person may enter in a day, over all journeys and channels. */
export const wrongCodesOfDay = (identity: string): LimitWindow => ({ limit: "wrongCodeIdentity", subject: identity });

/** The person's lockout by the day's wrong codes, which no new code may bypass. */
export type DailyLockout = VerificationLockout & { until: Date };

export function dayLockout(until: Date): DailyLockout {
  return { kind: "lockedOut", reason: "wrongCodes", until };
}

export async function findLockout(
  limits: Limits,
  database: DbOrTrx,
  identity: string,
): Promise<DailyLockout | undefined> {
  const window = await limits.peek(database, wrongCodesOfDay(identity));
  return window.kind === "exceeded" ? dayLockout(window.until) : undefined;
}
