import {
  type RoadblockNext,
  roadblockMet,
  type StatisticRow,
  statistics,
} from "@vestibule/catalogue/statistic.table.ts";
import { sql } from "kysely";
import type { Db } from "../platform/database.table.ts";
import { readWithin } from "../platform/transaction.adapter.ts";
import type { Period } from "./journey-ending.store.ts";

/** How often people did this next after a roadblock was shown to them. */
export interface RoadblockNextCount {
  roadblock: string;
  next: RoadblockNext;
  count: number;
}

/** Events of an agent who opens a journey. */
const agentEvents = ["support.viewed", "support.opened"];

/** An event that finishes a journey, with its result where only that one does. */
const finishes = Object.values<StatisticRow>(statistics).flatMap(({ marks }) =>
  marks
    .filter(({ meaning }) => meaning === "finished")
    .map(({ event, result }) => (result === undefined ? event : `${event} ${result}`)),
);

/**
 * Counts the roadblocks shown in a period by what came next within a day: of the same journey at the call centre, or
 * else of the same browser session.
 */
export async function countRoadblockNexts(
  database: Db,
  { from, to, brandId = "", timeoutSeconds = 600 }: Period,
): Promise<RoadblockNextCount[]> {
  return readWithin(database, timeoutSeconds, async (transaction) => {
    const { rows } = await sql<RoadblockNextCount>`
      select shown.result as roadblock, case when called.is_so then 'called' when browser.has_finished then 'finished'
          when browser.has_step then 'triedAgain' else 'nothing' end as next, count(*)::int as count
      from audit_event shown
      cross join lateral (
        select exists (
          select from audit_event later where later.journey_id = shown.journey_id and later.id > shown.id
            and later.at < shown.at + interval '1 day' and later.event = any(${agentEvents}::text[])
        ) as is_so
      ) called
      cross join lateral (
        select coalesce(bool_or(later.event = any(${finishes}::text[])
            or later.event || ' ' || later.result = any(${finishes}::text[])), false) as has_finished,
          coalesce(bool_or(later.event <> ${roadblockMet}), false) as has_step
        from audit_event later
        where later.facts ->> 'browserSession' = shown.facts ->> 'browserSession' and later.id > shown.id
          and later.at < shown.at + interval '1 day' and later.facts ? 'journey'
      ) browser
      where shown.at >= ${from} and shown.at < ${to} and shown.event = ${roadblockMet}
        and (${brandId} = '' or shown.brand = ${brandId})
      group by 1, 2
    `.execute(transaction);
    return rows;
  });
}
