import {
  applicationSignedIn,
  type FlowId,
  flowIds,
  registrationMethods,
  roadblockMet,
  type StatisticRow,
  statistics,
  waiverEvents,
} from "@vestibule/catalogue/statistic.table.ts";
import { sql } from "kysely";
import type { Db } from "../platform/database.table.ts";
import { type EventCount, type EventDimensions, eventDimensions } from "./event-count.store.ts";
import { type Counts, type Figure, type Period, partOf, rangeOf, readCounts } from "./report-count.store.ts";

/** Number of journeys started in the period with the same outcome and dimensions. */
export interface EndingCount extends Omit<EventCount, "event" | "result" | "method"> {
  journey: FlowId;
  /** Version of the brand that the journey was shown during an experiment. */
  brandVersion?: string | null;
  /** Methods of the second proof or of a registration that were used, the last one first. */
  methods: readonly string[];
  step: string;
  ending: "finished" | "continuedIn" | "stuck" | "left" | "inProgress";
  reason: string;
}

const rowsOf = (unit: StatisticRow["unit"]) =>
  flowIds.map((id): [FlowId, StatisticRow] => [id, statistics[id]]).filter(([, row]) => row.unit === unit);

const marks = rowsOf("journey").flatMap(([journey, { marks, steps }]) =>
  marks.map((mark) => ({ ...mark, journey, at: Object.keys(steps).indexOf(mark.step) })),
);
/** Each mark by its journey, event and result, so that an event finds its own without a search. */
const marksByEvent = JSON.stringify(
  Object.fromEntries(
    marks.map(({ journey, event, result = "", ...mark }) => [[journey, event, result].join(" "), mark]),
  ),
);
const overAfter = JSON.stringify(
  rowsOf("journey").map(([journey, row]) => ({ journey, minutes: row.abandonedAfterMinutes })),
);

/** A code that proves a new login name says nothing about the method of verification. */
const usedMethod = sql`coalesce(facts ->> 'method', case when facts ->> 'purpose' = 'registration'
  then ${JSON.stringify(registrationMethods)}::jsonb ->> (facts ->> 'channel') end)`;

const markedJourneys = rowsOf("journey").map(([journey]) => journey);

/** A journey that nothing ends counts as left up to so many minutes after it is over, so that few moments differ. */
const overWithin = sql`interval '10 minutes'`;

/**
 * Journeys by their outcome: for each journey of the new events, one more of its outcome now and one less of its outcome
 * before. A finished journey counts as finished even if it was stuck before; of several reasons the last counts. Events
 * are joined once and grouped by journey: PostgreSQL expects a single journey of each part of the query, and would
 * compare all journeys of one part with all of another.
 */
export const endingFigure: Figure = {
  name: "ending",
  changes: (range) => sql`
    with ${rangeOf(range)},
    marks as materialized (select ${marksByEvent}::jsonb as by_event),
    over_after as (select * from jsonb_to_recordset(${overAfter}::jsonb) as row(journey text, minutes int)),
    changed_journey as materialized (
      select distinct journey_id, facts ->> 'journey' as journey from new_event
      where journey_id is not null and facts ->> 'journey' = any(${markedJourneys}::text[])
    ),
    marked as materialized (
      select changed_journey.journey_id, changed_journey.journey, event.id, event.at, event.brand, event.facts,
        event.id <= bound.after as is_known, mark ->> 'meaning' as meaning, (mark ->> 'at')::int as step,
        coalesce(mark ->> 'reason', event.result) as reason,
        case mark ->> 'meaning' when 'finished' then 1 when 'continuedIn' then 2 when 'stuck' then 3
          when 'roadblock' then 4 when 'left' then 5 end as rank
      from changed_journey
      join audit_event event on event.journey_id = changed_journey.journey_id
        and event.facts ->> 'journey' = changed_journey.journey
      join bound on bound.chain = event.chain and event.id <= bound.up_to
      cross join marks
      cross join lateral (select concat(changed_journey.journey, ' ', event.event, ' ') as of_event) key
      cross join lateral (select coalesce(by_event -> (of_event || event.result), by_event -> of_event) as mark) known
      where mark is not null
    ),
    journey as (
      select journey, sign, min(at) filter (where meaning = 'started') as started_at,
        (array_agg(array[coalesce(brand, ''), coalesce(facts ->> 'province', ''), coalesce(facts ->> 'language', ''),
          coalesce(facts ->> 'emailSource', ''), facts ->> 'expiresAt'] order by id) filter (where meaning = 'started'))[1:1] as start,
        max(step) filter (where meaning not in ('hindrance', 'method')) as step,
        (array_agg(array[meaning, reason] order by rank, id desc) filter (where rank is not null))[1:1] as last,
        (array_agg(facts ->> 'accountType' order by id desc) filter (where facts ? 'accountType'))[1] as account_type,
        (array_agg(facts ->> 'brandVersion' order by id) filter (where facts ? 'brandVersion'))[1] as brand_version,
        array_agg(${usedMethod} order by id desc) filter (where ${usedMethod} is not null) as methods
      from marked cross join (values (1), (-1)) version(sign) where sign = 1 or is_known
      group by journey_id, journey, sign
    )
    select ${partOf(sql`started_at`)} as part, start[1][1] as brand,
      jsonb_build_object('journey', journey, 'province', start[1][2], 'language', start[1][3], 'emailSource', start[1][4],
        'accountType', coalesce(account_type, ''), 'methods', array(
          select used from unnest(methods) with ordinality method(used, at) group by used order by min(at)
        ), 'step', step, 'brandVersion', brand_version) ||
        jsonb_build_object('ending', case last[1][1] when 'roadblock' then 'stuck' else last[1][1] end,
          'reason', case when last[1][1] <> 'finished' then last[1][2] else '' end) as dimensions,
      case when last is null then date_bin(${overWithin},
          coalesce(start[1][5]::timestamptz, started_at + make_interval(mins => minutes)) + ${overWithin}, 'epoch'::timestamptz)
        else '-infinity' end as over_at,
      sum(sign)::int as count
    from journey join over_after using (journey) where started_at is not null
    group by 1, 2, 3, 4 having sum(sign) <> 0
  `,
};

/** Counts the journeys started in a period by their current outcome. */
export async function countEndings(database: Db, period: Period): Promise<Counts<Omit<EndingCount, "count">>> {
  const { rows, times } = await readCounts<StoredEnding>(database, endingFigure, period);
  const named = rows.map(({ step, ...count }) => ({
    ...count,
    step: Object.keys(statistics[count.journey].steps)[step] ?? "",
  }));
  return { rows: named, times };
}

type StoredEnding = Omit<EndingCount, "step" | "brand" | "count"> & { step: number };

/** Events that count outside any journey too. */
const countedAlone = [roadblockMet, applicationSignedIn, ...Object.values(waiverEvents)];
const countedInJourneys = Object.values<StatisticRow>(statistics).flatMap(({ unit, marks: rows }) =>
  rows
    .filter(({ meaning, topOfPageError }) => unit === "attempt" || meaning === "hindrance" || topOfPageError)
    .map(({ event }) => event),
);

/** Events that count by themselves: attempts and mismatches, roadblocks displayed, sign-ins to applications, waivers. */
export const eventFigure: Figure = {
  name: "event",
  changes: (range) => sql`
    with ${rangeOf(range)}
    select ${partOf(sql`at`)} as part, coalesce(brand, '') as brand, ${eventDimensions} as dimensions,
      '-infinity'::timestamptz as over_at, count(*)::int as count
    from new_event
    where event = any(${countedAlone}::text[]) or (facts ? 'journey' and event = any(${countedInJourneys}::text[]))
    group by 1, 2, 3
  `,
};

export const countEvents = (database: Db, period: Period): Promise<Counts<EventDimensions>> =>
  readCounts(database, eventFigure, period);
