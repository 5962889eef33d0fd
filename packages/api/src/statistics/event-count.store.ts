import { applicationSignedIn } from "@vestibule/catalogue/statistic.table.ts";
import { sql } from "kysely";
import type { Db } from "../platform/database.table.ts";

export interface EventCount {
  /** Empty for an event outside any journey. */
  journey: string;
  event: string;
  result: string;
  brand: string;
  province: string;
  language: string;
  /** As chosen or verified; empty when unknown. */
  accountType: string;
  /** Empty when the person did not come from an e-mail. */
  emailSource: string;
  /** Method of the second proof; empty for other events. */
  method: string;
  /** Day or hour in the report's time zone, where the report is divided by it. */
  time?: string;
  count: number;
}

/** The result of a sign-in to an application is the application. */
const result = sql`case event when ${sql.lit(applicationSignedIn)} then facts ->> 'application' else result end as result`;

/** Selects the columns of an `EventCount` from rows of audit_event; `dimensionColumns` are those to group by. */
export const eventCount = sql`coalesce(facts ->> 'journey', '') as journey, event, ${result}, coalesce(brand, '') as brand,
  coalesce(facts ->> 'province', '') as province, coalesce(facts ->> 'language', '') as language,
  coalesce(facts ->> 'accountType', '') as "accountType", coalesce(facts ->> 'emailSource', '') as "emailSource",
  coalesce(facts ->> 'method', '') as method, count(*)::int as count`;
export const dimensionColumns = sql`1, 2, 3, 4, 5, 6, 7, 8, 9`;

/** Id of the newest event read per chain, by chain number. */
export type AuditPosition = Readonly<Record<number, string>>;

const pageSize = 50_000;

/**
 * Counts the events after a position; returns the counts and the new position. Within a chain, ids increase in commit
 * order, so no event is counted twice or skipped. `isComplete`: nothing was left to read.
 */
export async function countEventsAfter(
  database: Db,
  after: AuditPosition,
): Promise<{ counts: EventCount[]; position: AuditPosition; isComplete: boolean }> {
  const { rows } = await sql<EventCount & { chain: number; last: string }>`
    with position as (select key::smallint as chain, value::bigint as last from jsonb_each_text(${JSON.stringify(after)}::jsonb)),
    page as (
      select event.* from audit_head head
      left join position using (chain)
      cross join lateral (
        select * from audit_event
        where audit_event.chain = head.chain and audit_event.id > coalesce(position.last, 0)
        order by id limit ${pageSize / 16}
      ) event
    )
    select ${eventCount}, chain, max(id)::text as last
    from page group by ${dimensionColumns}, chain
  `.execute(database);
  const position: Record<number, string> = { ...after };
  let read = 0;
  for (const { chain, last, count } of rows) {
    if (BigInt(last) > BigInt(position[chain] ?? 0)) position[chain] = last;
    read += count;
  }
  const counts = rows.map(({ chain: _chain, last: _last, ...count }) => count);
  return { counts, position, isComplete: read === 0 };
}
