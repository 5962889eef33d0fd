import type { Page } from "@vestibule/catalogue/flow.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { type Selectable, sql } from "kysely";
import type { RequestContext } from "../../deps.ts";
import { appNow } from "../../platform/database.adapter.ts";
import type { Database, DbOrTrx, Trx } from "../../platform/database.table.ts";
import { type AttemptState, attemptState } from "./attempt-state.schema.ts";

export type ApiVersion = "v1" | "v2";

/** A registration under way. */
export interface RegistrationAttempt {
  id: string;
  /** Changes with each change of the row. */
  version: string;
  api: ApiVersion;
  brandId: string;
  page: Page;
  state: AttemptState;
  /** Database time when the row was read. */
  now: Date;
  lastStepAt: Date;
  /** Absolute end. */
  endsAt: Date;
  /** Idle for too long, or past its absolute end. */
  over: boolean;
  /** Set once it is completed, cancelled, or ended by a lockout. */
  endReason: string | undefined;
  /** Of API v2: its newest token, and the reply to the request with the one before. */
  newestJti: string | undefined;
  previous: { jti: string; fingerprint: string; answer: unknown } | undefined;
}

const { registrationIdleMinutes: idle, registrationAbsoluteMinutes: whole } = ttl;
const idleEnd = sql<Date>`last_step_at + make_interval(mins => ${idle}::int)`;
const latestEnd = sql<Date>`started_at + make_interval(mins => ${whole}::int)`;
const isOver = sql<boolean>`app_now() >= least(${latestEnd}, ${idleEnd})`;

/** What API v2 stores of its tokens. */
export interface TokenColumns {
  newestJti: string;
  previous?: { jti: string; fingerprint: string; answer: string };
}

function tokenColumns(token: TokenColumns | undefined) {
  const { newestJti, previous } = token ?? {};
  return {
    ...(newestJti && { newest_jti: newestJti }),
    ...(previous && {
      previous_jti: previous.jti,
      previous_fingerprint: previous.fingerprint,
      previous_answer: JSON.stringify(previous.answer),
    }),
  };
}

const columns = [
  ...(["id", "api", "brand", "page", "state", "last_step_at", "end_reason"] as const),
  ...(["newest_jti", "previous_jti", "previous_fingerprint", "previous_answer"] as const),
  sql<string>`xmin::text`.as("version"),
  appNow.as("now"),
  latestEnd.as("ends_at"),
  isOver.as("over"),
] as const;

type Row = Omit<Selectable<Database["registration_attempt"]>, "province" | "language" | "started_at" | "ended_at"> & {
  version: string;
  now: Date;
  ends_at: Date;
  over: boolean;
};

/** Starts an attempt; with `endReason`, one that is over from the start. */
export async function insertAttempt(
  database: DbOrTrx,
  attempt: Pick<RegistrationAttempt, "api" | "page" | "state"> & {
    requestContext: RequestContext;
    token?: TokenColumns;
    endReason?: string;
  },
): Promise<RegistrationAttempt> {
  const { requestContext, api, page, state, token, endReason } = attempt;
  const row = await database
    .insertInto("registration_attempt")
    .values({
      ...{ brand: requestContext.brand.id, province: requestContext.province, language: requestContext.language },
      ...{ api, page, state: JSON.stringify(state), started_at: appNow, last_step_at: appNow },
      ...tokenColumns(token),
      ...(endReason && { ended_at: appNow, end_reason: endReason }),
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return { ...attemptOf(row), state };
}

export async function readAttempt(database: DbOrTrx, id: string): Promise<RegistrationAttempt | undefined> {
  const row = await database.selectFrom("registration_attempt").select(columns).where("id", "=", id).executeTakeFirst();
  return row && readable(row);
}

/** Locks the row until the transaction ends, so that calls of one attempt run one after another. */
export async function lockAttemptForUpdate(transaction: Trx, id: string): Promise<RegistrationAttempt | undefined> {
  const row = await transaction
    .selectFrom("registration_attempt")
    .select(columns)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row && readable(row);
}

/** A state that this version cannot read counts as not found; the person starts again. */
function readable(row: Row): RegistrationAttempt | undefined {
  const state = attemptState.safeParse(row.state);
  return state.success ? { ...attemptOf(row), state: state.data } : undefined;
}

function attemptOf(row: Row): Omit<RegistrationAttempt, "state"> {
  return {
    ...{ id: row.id, version: row.version, api: row.api, brandId: row.brand, page: row.page as Page },
    ...{ now: row.now, lastStepAt: row.last_step_at, endsAt: row.ends_at, over: row.over },
    endReason: row.end_reason ?? undefined,
    newestJti: row.newest_jti ?? undefined,
    previous:
      row.previous_jti && row.previous_fingerprint
        ? { jti: row.previous_jti, fingerprint: row.previous_fingerprint, answer: row.previous_answer }
        : undefined,
  };
}

export interface AttemptStep extends Pick<RegistrationAttempt, "page" | "state" | "endReason"> {
  /** When the idle time restarts; undefined when the call is not a step. */
  stepAt: Date | undefined;
  token: TokenColumns | undefined;
}

function updateAttempt(database: DbOrTrx, id: string, { page, state, stepAt, endReason, token }: AttemptStep) {
  return database
    .updateTable("registration_attempt")
    .set({
      ...{ page, state: JSON.stringify(state) },
      ...tokenColumns(token),
      ...(stepAt && { last_step_at: stepAt }),
      ...(endReason && { ended_at: appNow, end_reason: endReason }),
    })
    .where("id", "=", id);
}

export async function saveAttempt(transaction: Trx, id: string, step: AttemptStep): Promise<void> {
  await updateAttempt(transaction, id, step).execute();
}

/** Saves a step in one statement, unless the attempt has changed since it was read; returns whether it was saved. */
export async function saveIfUnchanged(
  database: DbOrTrx,
  { id, version }: RegistrationAttempt,
  step: AttemptStep,
): Promise<boolean> {
  const { numUpdatedRows } = await updateAttempt(database, id, step)
    .where(sql<string>`xmin::text`, "=", version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Restarts the idle time of an open attempt; undefined if there is none. */
export function extendAttempt(
  database: DbOrTrx,
  { id, brandId }: Pick<RegistrationAttempt, "id" | "brandId">,
): Promise<{ idleEndsAt: Date; endsAt: Date } | undefined> {
  return database
    .updateTable("registration_attempt")
    .set({ last_step_at: appNow })
    .where("id", "=", id)
    .where("brand", "=", brandId)
    .where("ended_at", "is", null)
    .where(sql<boolean>`not ${isOver}`)
    .returning([idleEnd.as("idleEndsAt"), latestEnd.as("endsAt")])
    .executeTakeFirst();
}
