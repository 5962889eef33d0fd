import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { sql } from "kysely";
import type { RequestContext } from "../../deps.ts";
import { appNow } from "../../platform/database.adapter.ts";
import type { DbOrTrx, Trx } from "../../platform/database.table.ts";
import { type LegacyState, legacyState } from "./legacy-state.schema.ts";

export interface LegacyRegistration {
  id: string;
  brandId: string;
  state: LegacyState;
  /** Database time when the row was read. */
  now: Date;
}

const { registrationIdleMinutes: idle, registrationAbsoluteMinutes: whole } = ttl;
const idleEnd = sql<Date>`last_step_at + make_interval(mins => ${idle}::int)`;
const latestEnd = sql<Date>`started_at + make_interval(mins => ${whole}::int)`;
const isInTime = sql<boolean>`app_now() < least(${latestEnd}, ${idleEnd})`;

export async function startLegacyRegistration(
  transaction: Trx,
  { requestContext, state }: { requestContext: RequestContext; state: LegacyState },
): Promise<string> {
  const { id } = await transaction
    .insertInto("legacy_registration")
    .values({
      brand: requestContext.brand.id,
      province: requestContext.province,
      language: requestContext.language,
      state: JSON.stringify(state),
      started_at: appNow,
      last_step_at: appNow,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Finds an open registration. `held` locks the row until the transaction ends. */
export async function findLegacyRegistration(
  database: DbOrTrx,
  { id, brandId, lockOut }: { id: string; brandId: string; lockOut: "none" | "held" },
): Promise<LegacyRegistration | undefined> {
  const query = database
    .selectFrom("legacy_registration")
    .select(["id", "brand", "state", appNow.as("now")])
    .where("id", "=", id)
    .where("brand", "=", brandId)
    .where("ended_at", "is", null)
    .where(isInTime);
  const row = await (lockOut === "held" ? query.forUpdate() : query).executeTakeFirst();
  const state = legacyState.safeParse(row?.state);
  // A state that this version cannot read counts as not found; the person starts again.
  return row && state.success ? { id: row.id, brandId: row.brand, state: state.data, now: row.now } : undefined;
}

/** Restarts the idle time of an open registration; undefined if there is none. */
export async function extendLegacyRegistration(
  database: DbOrTrx,
  { id, brandId }: { id: string; brandId: string },
): Promise<{ idleEndsAt: Date; endsAt: Date } | undefined> {
  return database
    .updateTable("legacy_registration")
    .set({ last_step_at: appNow })
    .where("id", "=", id)
    .where("brand", "=", brandId)
    .where("ended_at", "is", null)
    .where(isInTime)
    .returning([idleEnd.as("idleEndsAt"), latestEnd.as("endsAt")])
    .executeTakeFirst();
}

/** Returns how a registration ended, for as long as one may last; undefined if open, abandoned or not found. */
export async function readEndReason(
  database: DbOrTrx,
  { id, brandId }: { id: string; brandId: string },
): Promise<string | undefined> {
  const row = await database
    .selectFrom("legacy_registration")
    .select("ended_how")
    .where("id", "=", id)
    .where("brand", "=", brandId)
    .where("ended_at", ">", sql<Date>`app_now() - make_interval(mins => ${whole}::int)`)
    .executeTakeFirst();
  return row?.ended_how ?? undefined;
}

export interface LegacyStep {
  id: string;
  state: LegacyState;
  /** Whether the request restarts the idle time. */
  counts: "step" | "noStep";
  endReason: string | undefined;
}

export async function saveLegacyStep(transaction: Trx, step: LegacyStep): Promise<void> {
  await transaction
    .updateTable("legacy_registration")
    .set({
      state: JSON.stringify(step.state),
      ...(step.counts === "step" && { last_step_at: appNow }),
      ...(step.endReason && { ended_at: appNow, ended_how: step.endReason }),
    })
    .where("id", "=", step.id)
    .execute();
}
