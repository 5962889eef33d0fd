import {
  type RoadblockNext,
  roadblockMet,
  type StatisticRow,
  statistics,
} from "@vestibule/catalogue/statistic.table.ts";
import { sql } from "kysely";
import type { Db } from "../platform/database.table.ts";
import { type Figure, type Period, partOf, rangeOf, readCounts } from "./report-count.store.ts";

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
 * Roadblocks shown by what came next within a day, of the same journey at the call centre, or else of the same browser
 * session: for each roadblock that the new events show or follow, one more of what came next now and one less of what
 * had come before.
 */
export const roadblockNextFigure: Figure = {
  name: "roadblockNext",
  changes: (range) => sql`
    with ${rangeOf(range)},
    browser as materialized (select distinct facts ->> 'browserSession' as session from new_event where facts ? 'journey'),
    called_journey as materialized (select distinct journey_id from new_event where event = any(${agentEvents}::text[])),
    shown as (
      select * from new_event where event = ${roadblockMet}
      union
      select event.* from browser join audit_event event on event.facts ->> 'browserSession' = browser.session
        where event.event = ${roadblockMet}
      union
      select event.* from called_journey join audit_event event using (journey_id)
        where event.event = ${roadblockMet}
    ),
    version as (
      select shown.*, sign, version.sign = 1 as is_now from shown join bound using (chain)
      cross join (values (1), (-1)) version(sign)
      where shown.id <= case sign when 1 then bound.up_to else bound.after end
    )
    select ${partOf(sql`version.at`)} as part, coalesce(version.brand, '') as brand,
      jsonb_build_object('roadblock', version.result, 'next', case when called.is_so then 'called'
        when browser.has_finished then 'finished' when browser.has_step then 'triedAgain' else 'nothing' end) as dimensions,
      '-infinity'::timestamptz as over_at, sum(sign)::int as count
    from version
    cross join lateral (
      select exists (
        select from audit_event later join bound using (chain)
        where later.journey_id = version.journey_id and later.id > version.id
          and later.at < version.at + interval '1 day' and later.event = any(${agentEvents}::text[])
          and later.id <= case when is_now then bound.up_to else bound.after end
      ) as is_so
    ) called
    cross join lateral (
      select coalesce(bool_or(later.event = any(${finishes}::text[])
          or later.event || ' ' || later.result = any(${finishes}::text[])), false) as has_finished,
        coalesce(bool_or(later.event <> ${roadblockMet}), false) as has_step
      from audit_event later join bound using (chain)
      where later.facts ->> 'browserSession' = version.facts ->> 'browserSession' and later.id > version.id
        and later.at < version.at + interval '1 day' and later.facts ? 'journey'
        and later.id <= case when is_now then bound.up_to else bound.after end
    ) browser
    group by 1, 2, 3 having sum(sign) <> 0
  `,
};

export async function countRoadblockNexts(database: Db, period: Period): Promise<RoadblockNextCount[]> {
  const { rows } = await readCounts<Omit<RoadblockNextCount, "count">>(database, roadblockNextFigure, period);
  return rows;
}
