import { randomUUID } from "node:crypto";
import { type Page, pages } from "@vestibule/catalogue/flow.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { sql } from "kysely";
import type { RequestContext } from "../../deps.ts";
import { appNow, withoutNulls } from "../../platform/database.adapter.ts";
import type { DbOrTrx, Trx } from "../../platform/database.table.ts";
import { type AttemptState, attemptState } from "./attempt-state.schema.ts";

export type ApiVersion = "v1" | "v2";

/** A registration in progress, with the database's time at which it was read. */
export interface RegistrationAttempt {
  id: string;
  /** The database's time when it was read. */
  now: Date;
  /** Changes with each change of the row. */
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
  /** In API v2, the id of its newest token, and the response to the request with the token before, which may read the page for some seconds more. */
  newestJti: string | undefined;
  previous: { jti: string; fingerprint: string; response: unknown; mayReread: boolean } | undefined;
}

const { registrationIdleMinutes: idle, registrationAbsoluteMinutes: whole } = ttl;
const idleEnd = sql<Date>`last_step_at + make_interval(mins => ${idle}::int)`;
const latestEnd = sql<Date>`started_at + make_interval(mins => ${whole}::int)`;
const mayReread = sql<boolean>`coalesce(
  replaced_at > app_now() - make_interval(secs => ${ttl.registrationRereadSeconds}::int), false)`;
const hasExpired = sql<boolean>`app_now() >= least(${latestEnd}, ${idleEnd})`;

/** What API v2 stores of its tokens. */
export interface TokenColumns {
  newestJti: string;
  previous?: { jti: string; fingerprint: string; response: string };
}

const columns = [
  ...(["id", "api", "brand as brandId", "page", "state", "last_step_at as lastStepAt"] as const),
  ...(["end_reason as endReason", "newest_jti as newestJti"] as const),
  ...(["previous_jti", "previous_fingerprint", "previous_answer"] as const),
  sql<string>`xmin::text`.as("version"),
  appNow.as("now"),
  latestEnd.as("endsAt"),
  hasExpired.as("hasExpired"),
  mayReread.as("mayReread"),
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
  at: Date;
}): RegistrationAttempt {
  return {
    ...attempt,
    now: at,
    id: randomUUID(),
    version: "",
    brandId: brand.id,
    lastStepAt: at,
    endsAt: new Date(at.getTime() + whole * 60_000),
    hasExpired: false,
    endReason: undefined,
    newestJti: undefined,
    previous: undefined,
  };
}

/** Inserts an attempt. With `endReason`, it has ended from the start. */
export async function insertAttempt(
  transaction: Trx,
  { id, api, brandId, page, state, now }: RegistrationAttempt,
  start: { requestContext: RequestContext; newestJti?: string; endReason?: string },
): Promise<void> {
  const { requestContext, newestJti = null, endReason = null } = start;
  await transaction
    .insertInto("registration_attempt")
    .values({
      id,
      api,
      brand: brandId,
      province: requestContext.province,
      language: requestContext.language,
      page,
      state: JSON.stringify(state),
      newest_jti: newestJti,
      started_at: now,
      last_step_at: now,
      ended_at: endReason === null ? null : now,
      end_reason: endReason,
    })
    .execute();
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
function parseRow({ previous_jti: jti, previous_fingerprint, previous_answer: response, mayReread, ...row }: Row) {
  const page = pages.find((known) => known === row.page);
  const state = attemptState.safeParse(row.state);
  const previous =
    jti && previous_fingerprint ? { jti, fingerprint: previous_fingerprint, response, mayReread } : undefined;
  return page && state.success ? { ...withoutNulls(row), page, state: state.data, previous } : undefined;
}

export interface AttemptStep extends Pick<RegistrationAttempt, "page" | "state" | "endReason"> {
  /** When the idle time restarts; undefined when the call is not a step. */
  stepAt: Date | undefined;
  token: TokenColumns | undefined;
}

/** Saves a step of a locked attempt. */
export async function saveStep(
  transaction: Trx,
  { id }: Pick<RegistrationAttempt, "id">,
  { page, state, stepAt, endReason, token }: AttemptStep,
): Promise<void> {
  const { newestJti, previous } = token ?? {};
  await transaction
    .updateTable("registration_attempt")
    .set({
      page,
      state: JSON.stringify(state),
      ...(newestJti && { newest_jti: newestJti }),
      ...(previous && {
        previous_jti: previous.jti,
        previous_fingerprint: previous.fingerprint,
        previous_answer: JSON.stringify(previous.response),
        replaced_at: appNow,
      }),
      ...(stepAt && { last_step_at: stepAt }),
      ...(endReason && { ended_at: appNow, end_reason: endReason }),
    })
    .where("id", "=", id)
    .execute();
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
