import { sql } from "kysely";
import type { Db } from "../../platform/database.table.ts";

/** How often an event happened, by what statistics tell apart. */
export interface EventCount {
  /** Empty where it happened in none. */
  journey: string;
  event: string;
  result: string;
  brand: string;
  province: string;
  language: string;
  /** Empty where it is not known. */
  accountType: string;
  /** Empty where no e-mail brought the person. */
  emailSource: string;
  count: number;
}

/** The newest event that was read of each chain, by the chain's number. */
export type TrailPlace = Readonly<Record<number, string>>;

const pageSize = 50_000;

/**
 * Counts of the events after a place, and the place they end at. Each chain of the trail grows in the order of its
 * ids, whatever runs beside it, so that nothing is counted twice or left out. `isWhole`: nothing is left to read.
 */
export async function countEventsAfter(
  database: Db,
  after: TrailPlace,
): Promise<{ counts: EventCount[]; place: TrailPlace; isWhole: boolean }> {
  const { rows } = await sql<EventCount & { chain: number; last: string }>`
    with place as (select key::smallint as chain, value::bigint as last from jsonb_each_text(${JSON.stringify(after)}::jsonb)),
    page as (
      select event.* from audit_head head
      left join place using (chain)
      cross join lateral (
        select * from audit_event
        where audit_event.chain = head.chain and audit_event.id > coalesce(place.last, 0)
        order by id limit ${pageSize / 16}
      ) event
    )
    select chain, coalesce(facts ->> 'journey', '') as journey, event, result, coalesce(brand, '') as brand,
      coalesce(facts ->> 'province', '') as province, coalesce(facts ->> 'language', '') as language,
      coalesce(facts ->> 'accountType', '') as "accountType", coalesce(facts ->> 'emailSource', '') as "emailSource",
      count(*)::int as count, max(id)::text as last
    from page group by 1, 2, 3, 4, 5, 6, 7, 8, 9
  `.execute(database);
  const place: Record<number, string> = { ...after };
  let read = 0;
  for (const { chain, last, count } of rows) {
    if (BigInt(last) > BigInt(place[chain] ?? 0)) place[chain] = last;
    read += count;
  }
  const counts = rows.map(({ chain: _chain, last: _last, ...count }) => count);
  return { counts, place, isWhole: read === 0 };
}
