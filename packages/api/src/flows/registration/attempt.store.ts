import type { Page } from "@vestibule/catalogue/flow.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { sql } from "kysely";
import type { RequestContext } from "../../deps.ts";
import { appNow } from "../../platform/database.adapter.ts";
import type { DbOrTrx, Trx } from "../../platform/database.table.ts";
import { type AttemptState, type StateV1, type StateV2, stateSchemas } from "./attempt-state.schema.ts";

export type ApiVersion = AttemptState["api"];

interface Attempt<State extends AttemptState> {
  id: string;
  brandId: string;
  state: State;
  /** Database time when the row was read. */
  now: Date;
  lastStepAt: Date;
  /** Absolute end. */
  endsAt: Date;
  /** Idle for too long, or past its absolute end. */
  over: boolean;
  /** Completed, cancelled, or ended by a lockout. */
  ended: boolean;
}

export type AttemptV1 = Attempt<StateV1>;

/** API v2 also keeps the page, the newest token and the reply to the one before. */
export interface AttemptV2 extends Attempt<StateV2> {
  page: Page;
  newestJti: string;
  previous: { jti: string; fingerprint: string; answer: unknown } | undefined;
}

interface Attempts {
  v1: AttemptV1;
  v2: AttemptV2;
}
/** A registration under way, by either version of the API. */
export type RegistrationAttempt = Attempts[ApiVersion];

/** Both tables have the same columns; those of the page and the tokens are in `registration_session` alone. */
const tables = { v1: "legacy_registration" as "registration_session", v2: "registration_session" } as const;

const { registrationIdleMinutes: idle, registrationAbsoluteMinutes: whole } = ttl;
const idleEnd = sql<Date>`last_step_at + make_interval(mins => ${idle}::int)`;
const latestEnd = sql<Date>`started_at + make_interval(mins => ${whole}::int)`;
const isOver = sql<boolean>`app_now() >= least(${latestEnd}, ${idleEnd})`;

/** What API v2 stores of its tokens. */
export interface TokenColumns {
  page: Page;
  newestJti: string;
  previous?: { jti: string; fingerprint: string; answer: string };
}

/** Empty for API v1, whose table has no such columns. */
function tokenColumns(token: TokenColumns | undefined) {
  if (token === undefined) return {} as { page: Page; newest_jti: string };
  const { page, newestJti, previous } = token;
  return {
    page,
    newest_jti: newestJti,
    ...(previous && {
      previous_jti: previous.jti,
      previous_fingerprint: previous.fingerprint,
      previous_answer: JSON.stringify(previous.answer),
    }),
  };
}

/** Starts an attempt and returns its id. */
export async function insertAttempt(
  database: DbOrTrx,
  { requestContext, state, token }: { requestContext: RequestContext; state: AttemptState; token?: TokenColumns },
): Promise<string> {
  const { id } = await database
    .insertInto(tables[state.api])
    .values({
      ...{ brand: requestContext.brand.id, province: requestContext.province, language: requestContext.language },
      ...{ state: JSON.stringify(state), started_at: appNow, last_step_at: appNow },
      ...tokenColumns(token),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export interface AttemptName<Version extends ApiVersion> {
  api: Version;
  id: string;
}

export function readAttempt<Version extends ApiVersion>(
  database: DbOrTrx,
  name: AttemptName<Version>,
): Promise<Attempts[Version] | undefined> {
  return select(database, { ...name, locks: false });
}

/** Locks the row until the transaction ends, so that calls of one attempt run one after another. */
export function lockAttemptForUpdate<Version extends ApiVersion>(
  transaction: Trx,
  name: AttemptName<Version>,
): Promise<Attempts[Version] | undefined> {
  return select(transaction, { ...name, locks: true });
}

async function select<Version extends ApiVersion>(
  database: DbOrTrx,
  { api, id, locks }: AttemptName<Version> & { locks: boolean },
): Promise<Attempts[Version] | undefined> {
  const row = await database
    .selectFrom(tables[api as ApiVersion])
    .select(["id", "brand", "state", "last_step_at", "ended_at"])
    .select([appNow.as("now"), latestEnd.as("ends_at"), isOver.as("over")])
    .$if(api === "v2", (query) =>
      query.select(["page", "newest_jti", "previous_jti", "previous_fingerprint", "previous_answer"]),
    )
    .where("id", "=", id)
    .$if(locks, (query) => query.forUpdate())
    .executeTakeFirst();
  const state = stateSchemas[api].safeParse(row?.state);
  // A state that this version cannot read counts as not found; the person starts again.
  if (row === undefined || !state.success) return undefined;
  const attempt = {
    id: row.id,
    brandId: row.brand,
    state: state.data,
    now: row.now,
    lastStepAt: row.last_step_at,
    endsAt: row.ends_at,
    over: row.over,
    ended: row.ended_at !== null,
    ...(api === "v2" && {
      page: row.page,
      newestJti: row.newest_jti,
      previous:
        row.previous_jti && row.previous_fingerprint
          ? { jti: row.previous_jti, fingerprint: row.previous_fingerprint, answer: row.previous_answer }
          : undefined,
    }),
  };
  return attempt as unknown as Attempts[Version];
}

export interface AttemptStep {
  id: string;
  state: AttemptState;
  /** When the idle time restarts; undefined when the call is not a step. */
  stepAt: Date | undefined;
  endReason: string | undefined;
  token?: TokenColumns | undefined;
}

export async function saveAttempt(
  transaction: Trx,
  { id, state, stepAt, endReason, token }: AttemptStep,
): Promise<void> {
  await transaction
    .updateTable(tables[state.api])
    .set({
      state: JSON.stringify(state),
      ...tokenColumns(token),
      ...(stepAt && { last_step_at: stepAt }),
      ...(endReason && { ended_at: appNow, ended_how: endReason }),
    })
    .where("id", "=", id)
    .execute();
}

/** Restarts the idle time of an open attempt; undefined if there is none. */
export function extendAttempt(
  database: DbOrTrx,
  { api, id, brandId }: AttemptName<ApiVersion> & { brandId: string },
): Promise<{ idleEndsAt: Date; endsAt: Date } | undefined> {
  return database
    .updateTable(tables[api])
    .set({ last_step_at: appNow })
    .where("id", "=", id)
    .where("brand", "=", brandId)
    .where("ended_at", "is", null)
    .where(sql<boolean>`not ${isOver}`)
    .returning([idleEnd.as("idleEndsAt"), latestEnd.as("endsAt")])
    .executeTakeFirst();
}

/** Returns how an attempt ended, for as long as one may last; undefined if open, abandoned or not found. */
export async function readEndReason(
  database: DbOrTrx,
  { api, id, brandId }: AttemptName<ApiVersion> & { brandId: string },
): Promise<string | undefined> {
  const row = await database
    .selectFrom(tables[api as ApiVersion])
    .select("ended_how")
    .where("id", "=", id)
    .where("brand", "=", brandId)
    .where("ended_at", ">", sql<Date>`app_now() - make_interval(mins => ${whole}::int)`)
    .executeTakeFirst();
  return row?.ended_how ?? undefined;
}
