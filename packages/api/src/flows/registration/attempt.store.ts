import type { Page } from "@vestibule/catalogue/flow.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { sql } from "kysely";
import { appNow } from "../../platform/database.adapter.ts";
import type { DbOrTrx, Trx } from "../../platform/database.table.ts";
import { type RegistrationState, registrationState } from "./attempt-state.schema.ts";

export interface RegistrationSession {
  id: string;
  brandId: string;
  page: Page;
  state: RegistrationState;
  newestJti: string;
  previous: { jti: string; fingerprint: string; answer: unknown } | undefined;
  /** Database time when the row was read. */
  now: Date;
  lastStepAt: Date;
  /** Absolute end of the session. */
  endsAt: Date;
  /** Idle for too long, or past its absolute end. */
  over: boolean;
  /** Cancelled, or ended by a lockout. */
  ended: boolean;
}

const { registrationIdleMinutes, registrationAbsoluteMinutes } = ttl;

export async function insertSession(
  database: DbOrTrx,
  session: { brandId: string; province: string; language: string; page: Page; state: RegistrationState; jti: string },
): Promise<RegistrationSession> {
  const { id } = await database
    .insertInto("registration_session")
    .values({
      brand: session.brandId,
      province: session.province,
      language: session.language,
      page: session.page,
      state: JSON.stringify(session.state),
      newest_jti: session.jti,
      started_at: appNow,
      last_step_at: appNow,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const made = await readSession(database, id);
  if (made === undefined) throw new Error("a registration session vanished while it was made");
  return made;
}

export function readSession(database: DbOrTrx, id: string): Promise<RegistrationSession | undefined> {
  return select(database, { id, lockOut: "none" });
}

/** Locks the row until the transaction ends, so that calls of one session run one after another. */
export function lockSession(transaction: Trx, id: string): Promise<RegistrationSession | undefined> {
  return select(transaction, { id, lockOut: "row" });
}

async function select(database: DbOrTrx, { id, lockOut }: { id: string; lockOut: "none" | "row" }) {
  const query = database
    .selectFrom("registration_session")
    .select(["id", "brand", "page", "state", "newest_jti", "previous_jti", "previous_fingerprint", "previous_answer"])
    .select(["last_step_at", "ended_at"])
    .select([
      appNow.as("now"),
      sql<Date>`started_at + make_interval(mins => ${registrationAbsoluteMinutes}::int)`.as("ends_at"),
      sql<boolean>`app_now() >= least(
        started_at + make_interval(mins => ${registrationAbsoluteMinutes}::int),
        last_step_at + make_interval(mins => ${registrationIdleMinutes}::int))`.as("over"),
    ])
    .where("id", "=", id);
  const row = await (lockOut === "row" ? query.forUpdate() : query).executeTakeFirst();
  if (row === undefined) return undefined;
  const state = registrationState.safeParse(row.state);
  // A state that this version cannot read counts as not found; the person starts again.
  if (!state.success) return undefined;
  const session: RegistrationSession = {
    id: row.id,
    brandId: row.brand,
    page: row.page as Page,
    state: state.data,
    newestJti: row.newest_jti,
    previous:
      row.previous_jti === null || row.previous_fingerprint === null
        ? undefined
        : { jti: row.previous_jti, fingerprint: row.previous_fingerprint, answer: row.previous_answer },
    now: row.now,
    lastStepAt: row.last_step_at,
    endsAt: row.ends_at,
    over: row.over,
    ended: row.ended_at !== null,
  };
  return session;
}

export interface SessionStep {
  id: string;
  page: Page;
  state: RegistrationState;
  newestJti: string;
  previous: { jti: string; fingerprint: string; answer: string };
  /** When the idle time restarts; undefined when the call is not a step. */
  stepAt: Date | undefined;
  endReason: string | undefined;
}

export async function saveStep(transaction: Trx, step: SessionStep): Promise<void> {
  await transaction
    .updateTable("registration_session")
    .set({
      page: step.page,
      state: JSON.stringify(step.state),
      newest_jti: step.newestJti,
      previous_jti: step.previous.jti,
      previous_fingerprint: step.previous.fingerprint,
      previous_answer: JSON.stringify(step.previous.answer),
      ...(step.stepAt && { last_step_at: step.stepAt }),
      ...(step.endReason && { ended_at: appNow, ended_how: step.endReason }),
    })
    .where("id", "=", step.id)
    .execute();
}
