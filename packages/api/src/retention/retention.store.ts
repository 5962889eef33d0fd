import { limits } from "@vestibule/catalogue/limit.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database, Db } from "../platform/database.table.ts";
import { recipientDays } from "./personal-data.table.ts";

const longestWindowMinutes = Math.max(
  ...Object.values(limits).map((limit) => ("windowMinutes" in limit ? limit.windowMinutes : 0)),
);
const messageDays = 365;
const { limit: consecutiveLimit } = limits.loginConsecutive;

const minutesAgo = (minutes: number) => sql`app_now() - make_interval(mins => ${minutes}::int)`;
const daysAgo = (days: number) => sql`app_now() - make_interval(days => ${days}::int)`;

/** Ids of positions increase. */
const hasNoPosition = sql<boolean>`position_id < coalesce((select min(id) from report_position), 9223372036854775807)`;

/** Condition on the rows to delete, by table; `end` of the table's row in `personalData` describes it in words. */
export const pastRows: Readonly<Partial<Record<keyof Database, RawBuilder<boolean>>>> = {
  registration_attempt: sql`started_at < app_now() - interval '24 hours'`,
  one_time_code: sql`expires_at < ${daysAgo(7)}`,
  link: sql`expires_at < ${daysAgo(7)}`,
  link_request: sql`due_at < ${daysAgo(7)}`,
  household_request: sql`due_at < ${daysAgo(7)}`,
  letter_request: sql`acknowledged_at < ${daysAgo(ttl.letterAcknowledgedDays)}
    or requested_at < ${daysAgo(ttl.letterRequestDays)}`,
  person_request: sql`due_at < ${daysAgo(7)}`,
  recovery: sql`started_at < ${daysAgo(7)}`,
  sign_in_ticket: sql`expires_at < ${daysAgo(7)}`,
  passkey_challenge: sql`expires_at < ${minutesAgo(60)}`,
  email_change: sql`requested_at < ${daysAgo(ttl.changesShownDays)}`,
  passkey: sql`removed_at < ${daysAgo(ttl.changesShownDays)}`,
  authenticator: sql`removed_at < ${daysAgo(ttl.changesShownDays)}
    or (confirmed_at is null and created_at < ${daysAgo(1)})`,
  recovery_code: sql`superseded_at < ${daysAgo(ttl.changesShownDays)}`,
  method_removal: sql`undo_ends_at < ${daysAgo(7)}`,
  policy_addition: sql`requested_at < ${daysAgo(7)}`,
  gateway_session: sql`last_seen_at < ${daysAgo(7)}`,
  pending_sign_in: sql`started_at < ${daysAgo(7)}`,
  known_browser: sql`last_seen_at < ${daysAgo(ttl.deviceCookieMonths * 30)}`,
  oidc_artifact: sql`expires_at < app_now()`,
  agent_session: sql`last_seen_at < ${daysAgo(ttl.agentClientIpDays)}`,
  agent_sign_in: sql`started_at < ${minutesAgo(ttl.agentSignInMinutes)}`,
  support_reference: sql`expires_at < app_now()`,
  sign_in_failure: sql`touched_at < app_now() - case when consecutive < ${consecutiveLimit} then interval '1 year' else interval '2 years' end`,
  limit_window: sql`touched_at < ${minutesAgo(longestWindowMinutes)}`,
  report_position: sql`counted_at < ${daysAgo(ttl.reportPositionDays)}`,
  report_dimension: hasNoPosition,
  report_count: hasNoPosition,
  webhook_delivery: sql`parked_at < ${daysAgo(ttl.eventDays)}`,
  early_receipt: sql`received_at < ${minutesAgo(60)}`,
  // The first condition lets PostgreSQL use the index.
  notification: sql`queued_at < ${daysAgo(messageDays)} and coalesce(done_at, expires_at) < ${daysAgo(messageDays)}`,
};

/** Small enough that a statement stays well within its timeout. */
const batch = 2000;

/** Deletes or empties expired rows; counts them by table. `signal` aborts after the current statement. */
export async function deletePastRows(database: Db, signal?: AbortSignal): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [table, isPast] of Object.entries(pastRows)) {
    const name = sql.table(table);
    counts[table] = await inBatches(signal, () =>
      sql`delete from ${name} where ctid = any(array(
        select ctid from ${name} where ${isPast} limit ${batch} for update skip locked))`.execute(database),
    );
  }
  counts.emptiedNotifications = await inBatches(signal, () =>
    sql`update notification set facts = '{}', recipient = '' where ctid = any(array(
      select ctid from notification where recipient <> '' and notification.queued_at < ${daysAgo(recipientDays)}
        and coalesce(done_at, expires_at) < ${daysAgo(recipientDays)} limit ${batch} for update skip locked))`.execute(
      database,
    ),
  );
  return counts;
}

async function inBatches(
  signal: AbortSignal | undefined,
  change: () => Promise<{ numAffectedRows?: bigint }>,
): Promise<number> {
  let count = 0;
  while (!signal?.aborted) {
    const changed = Number((await change()).numAffectedRows ?? 0);
    count += changed;
    if (changed < batch) break;
  }
  return count;
}

/**
 * Deletes expired rows unless another server began to within `sinceMinutes`; undefined when skipped. After a failed or
 * aborted run the next run begins at once; when the server was killed, within the hour.
 */
export async function runRetention(
  database: Db,
  { sinceMinutes, signal }: { sinceMinutes: number; signal?: AbortSignal },
): Promise<Record<string, number> | undefined> {
  const started = await sql`
    update retention_run set ran_at = app_now()
    where ran_at is null or ran_at <= app_now() - make_interval(mins => ${sinceMinutes}::int) or ran_at > app_now()
    returning ran_at`.execute(database);
  if (started.rows.length === 0) return undefined;
  let counts: Record<string, number> | undefined;
  try {
    counts = await deletePastRows(database, signal);
  } finally {
    if (counts === undefined || signal?.aborted) await sql`update retention_run set ran_at = null`.execute(database);
  }
  return counts;
}
