import { applicationSignedIn } from "@vestibule/catalogue/statistic.table.ts";
import { sql } from "kysely";
import { nextOfChain, writtenChainCount } from "../audit/audit-page.store.ts";
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
  count: number;
}

export type EventDimensions = Omit<EventCount, "brand" | "count">;

/** The dimensions of an event, for `EventCount`. The result of a sign-in to an application is the application. */
export const eventDimensions = sql`jsonb_build_object('journey', coalesce(facts ->> 'journey', ''), 'event', event,
  'result', case event when ${sql.lit(applicationSignedIn)} then facts ->> 'application' else result end,
  'province', coalesce(facts ->> 'province', ''), 'language', coalesce(facts ->> 'language', ''),
  'accountType', coalesce(facts ->> 'accountType', ''), 'emailSource', coalesce(facts ->> 'emailSource', ''),
  'method', coalesce(facts ->> 'method', ''))`;

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
  const ofChain = nextOfChain(sql`*`, {
    chain: sql`head.chain`,
    after: sql`coalesce(position.last, 0)`,
    limit: pageSize / writtenChainCount,
  });
  const { rows } = await sql<
    Pick<EventCount, "brand" | "count"> & { dimensions: EventDimensions; chain: number; last: string }
  >`
    with position as (select key::smallint as chain, value::bigint as last from jsonb_each_text(${JSON.stringify(after)}::jsonb)),
    page as (
      select event.* from audit_head head
      left join position using (chain)
      cross join lateral (${ofChain}) event
    )
    select ${eventDimensions} as dimensions, coalesce(brand, '') as brand, chain, count(*)::int as count, max(id)::text as last
    from page group by 1, 2, 3
  `.execute(database);
  const position: Record<number, string> = { ...after };
  let read = 0;
  for (const { chain, last, count } of rows) {
    if (BigInt(last) > BigInt(position[chain] ?? 0)) position[chain] = last;
    read += count;
  }
  const counts = rows.map(({ dimensions, brand, count }) => ({ ...dimensions, brand, count }));
  return { counts, position, isComplete: read === 0 };
}
