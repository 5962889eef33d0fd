import { randomUUID } from "node:crypto";
import { type Page, pages } from "@vestibule/catalogue/flow.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { type RawBuilder, sql } from "kysely";
import { recordWithWrites } from "../../audit/audit-trail.store.ts";
import type { AuditEvent } from "../../audit/auditor.port.ts";
import type { ApiDeps, RequestContext } from "../../deps.ts";
import type { DatabaseTime } from "../../platform/clock.adapter.ts";
import { type ConditionalWrite, type Writes, writeSteps } from "../../platform/conditional-write.adapter.ts";
import { appNow, withoutNulls } from "../../platform/database.adapter.ts";
import type { DbOrTrx, Trx } from "../../platform/database.table.ts";
import { type AttemptState, attemptState } from "./attempt-state.schema.ts";

export type ApiVersion = "v1" | "v2";

/** A registration in progress, with the database's time at which it was read. */
export interface RegistrationAttempt extends DatabaseTime {
  id: string;
  /** Version for optimistic locking; changes with each change of the row. */
  version: string;
  api: ApiVersion;
  brandId: string;
  page: Page;
  state: AttemptState;
  lastStepAt: Date;
  /** Absolute timeout. */
  endsAt: Date;
  /** Whether it was idle for too long or is past its absolute timeout. */
  hasExpired: boolean;
  /** Why the registration was completed, cancelled or ended by a lockout; undefined while it is open. */
  endReason: string | undefined;
  /** In API v2, the id of its newest token, and the reply to the request with the token before. */
  newestJti: string | undefined;
  previous: { jti: string; fingerprint: string; answer: unknown } | undefined;
}

const { registrationIdleMinutes: idle, registrationAbsoluteMinutes: whole } = ttl;
const idleEnd = sql<Date>`last_step_at + make_interval(mins => ${idle}::int)`;
const latestEnd = sql<Date>`started_at + make_interval(mins => ${whole}::int)`;
const hasExpired = sql<boolean>`app_now() >= least(${latestEnd}, ${idleEnd})`;

/** What API v2 stores of its tokens. */
export interface TokenColumns {
  newestJti: string;
  previous?: { jti: string; fingerprint: string; answer: string };
}

const columns = [
  ...(["id", "api", "brand as brandId", "page", "state", "last_step_at as lastStepAt"] as const),
  ...(["end_reason as endReason", "newest_jti as newestJti"] as const),
  ...(["previous_jti", "previous_fingerprint", "previous_answer"] as const),
  sql<string>`xmin::text`.as("version"),
  appNow.as("now"),
  latestEnd.as("endsAt"),
  hasExpired.as("hasExpired"),
] as const;
const select = (database: DbOrTrx) => database.selectFrom("registration_attempt").select(columns);
type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof select>["executeTakeFirst"]>>>;

/** Creates an attempt that starts at a time of the database, to be inserted. */
export function newAttempt({
  requestContext: { brand },
  at,
  ...attempt
}: Pick<RegistrationAttempt, "api" | "page" | "state"> & {
  requestContext: RequestContext;
  at: DatabaseTime;
}): RegistrationAttempt {
  const { now } = at;
  return {
    ...attempt,
    ...at,
    id: randomUUID(),
    version: "",
    brandId: brand.id,
    lastStepAt: now,
    endsAt: new Date(now.getTime() + whole * 60_000),
    hasExpired: false,
    endReason: undefined,
    newestJti: undefined,
    previous: undefined,
  };
}

/**
 * Starts an attempt and appends its audit events, in one statement. With `endReason`, the attempt has ended from the
 * start. Returns whether the deciding write wrote.
 */
export async function startAttempt(
  deps: Pick<ApiDeps, "database" | "auditor">,
  { id, api, brandId, page, state, now }: RegistrationAttempt,
  start: {
    requestContext: Pick<RequestContext, "province" | "language">;
    newestJti?: string;
    endReason?: string;
    writes?: Writes;
    events: readonly AuditEvent[];
  },
): Promise<boolean> {
  const { requestContext, newestJti = null, endReason = null, writes = {}, events } = start;
  const insertion: ConditionalWrite = (condition) => sql`
    insert into registration_attempt (id, api, brand, province, language, page, state, newest_jti, started_at,
      last_step_at, ended_at, end_reason)
    select ${id}::uuid, ${api}, ${brandId}, ${requestContext.province}, ${requestContext.language}, ${page},
      ${JSON.stringify(state)}::jsonb, ${newestJti}, ${now}::timestamptz, ${now}::timestamptz,
      ${endReason === null ? null : now}::timestamptz, ${endReason}
    where ${condition}`;
  const { deciding, others = [] } = writes;
  return recordWithWrites(deps, { at: now, events, deciding, others: [insertion, ...others] });
}

export async function readAttempt(database: DbOrTrx, id: string): Promise<RegistrationAttempt | undefined> {
  const row = await select(database).where("id", "=", id).executeTakeFirst();
  return row && parseRow(row);
}

/** Locks the row until the transaction ends, so that calls of one attempt run one after another. */
export async function lockAttemptForUpdate(transaction: Trx, id: string): Promise<RegistrationAttempt | undefined> {
  const row = await select(transaction).where("id", "=", id).forUpdate().executeTakeFirst();
  return row && parseRow(row);
}

/** A state or page that this version does not know counts as not found; the person starts again. */
function parseRow({ previous_jti: jti, previous_fingerprint, previous_answer, ...row }: Row) {
  const page = pages.find((known) => known === row.page);
  const state = attemptState.safeParse(row.state);
  const previous =
    jti && previous_fingerprint ? { jti, fingerprint: previous_fingerprint, answer: previous_answer } : undefined;
  return page && state.success
    ? { ...withoutNulls(row), page, state: state.data, previous, readAtMillis: performance.now() }
    : undefined;
}

export interface AttemptStep extends Pick<RegistrationAttempt, "page" | "state" | "endReason"> {
  /** When the idle time restarts; undefined when the call is not a step. */
  stepAt: Date | undefined;
  token: TokenColumns | undefined;
}

/** Whether the attempt was unchanged since it was read, and whether the step was saved. */
interface SavedStep {
  isUnchanged: boolean;
  isSaved: boolean;
}

/** Saves a step, unless the attempt has changed or the deciding write writes nothing. `append`: audit events. */
export function savingStep(
  { id, version }: Pick<RegistrationAttempt, "id" | "version">,
  step: AttemptStep,
  { deciding, others = [] }: Writes,
  append: RawBuilder<string> = sql`null::text`,
): RawBuilder<SavedStep & { appended: string | null }> {
  const isUnchanged = sql`exists (select from unchanged)`;
  const update: ConditionalWrite = (condition) => sql`
    update registration_attempt set ${sql.join(assignments(step))} where id = ${id} and ${condition}`;
  const { steps, isDecided } = writeSteps({ deciding, others: [update, ...others] }, isUnchanged);
  return sql`
    with unchanged as (
      select from registration_attempt where id = ${id} and xmin::text = ${version} for no key update),
    ${sql.join(steps)}
    select ${isUnchanged} as "isUnchanged", ${isDecided} as "isSaved", case when ${isDecided} then ${append} end as appended`;
}

function assignments({ page, state, stepAt, endReason, token }: AttemptStep): RawBuilder<unknown>[] {
  const { newestJti, previous } = token ?? {};
  return [
    sql`page = ${page}, state = ${JSON.stringify(state)}::jsonb`,
    ...(newestJti ? [sql`newest_jti = ${newestJti}`] : []),
    ...(previous
      ? [
          sql`previous_jti = ${previous.jti}, previous_fingerprint = ${previous.fingerprint},
            previous_answer = ${JSON.stringify(previous.answer)}::jsonb`,
        ]
      : []),
    ...(stepAt ? [sql`last_step_at = ${stepAt}::timestamptz`] : []),
    ...(endReason ? [sql`ended_at = app_now(), end_reason = ${endReason}`] : []),
  ];
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
    .where(sql<boolean>`not ${hasExpired}`)
    .returning([idleEnd.as("idleEndsAt"), latestEnd.as("endsAt")])
    .executeTakeFirst();
}
