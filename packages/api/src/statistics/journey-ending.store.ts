import {
  applicationSignedIn,
  type FlowId,
  flowIds,
  roadblockMet,
  type StatisticRow,
  statistics,
  waiverEvents,
} from "@vestibule/catalogue/statistic.table.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../platform/database.table.ts";
import { readWithin } from "../platform/transaction.adapter.ts";
import { dimensionColumns, type EventCount, eventCount } from "./event-count.store.ts";

export interface Period {
  from: Date;
  /** Exclusive. */
  to: Date;
  /** A brand's id; absent: all brands. */
  brandId?: string | undefined;
  /** How long each query may take; by default ten minutes, because a report over a year can exceed that of requests. */
  timeoutSeconds?: number;
  /** Divides the counts by the day or hour, in this time zone, in which the journey started or the event happened. */
  times?: ReportTimes;
}

export interface ReportTimes {
  by: "day" | "hour";
  timeZone: string;
}

const timeFormats = { day: "YYYY-MM-DD", hour: 'YYYY-MM-DD"T"HH24' };

/** Such as 2026-11-28 or 2026-11-28T13; empty where the counts are not divided by time. */
const timeOf = (at: RawBuilder<unknown>, times: ReportTimes | undefined) =>
  times === undefined ? sql`''` : sql`to_char(${at} at time zone ${times.timeZone}, ${timeFormats[times.by]})`;

/** Number of journeys started in the period with the same outcome and dimensions. */
export interface EndingCount extends Omit<EventCount, "event" | "result" | "method"> {
  journey: FlowId;
  /** Version of the brand that the journey was shown during an experiment. */
  brandVersion?: string | null;
  /** Methods of the second proof that were used, the last one first. */
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
const startingMarks = JSON.stringify(marks.filter(({ meaning }) => meaning === "started"));
/** Each mark by its journey, event and result, so that an event finds its own without a search. */
const marksByEvent = JSON.stringify(
  Object.fromEntries(
    marks.map(({ journey, event, result = "", ...mark }) => [[journey, event, result].join(" "), mark]),
  ),
);
const overAfter = JSON.stringify(
  rowsOf("journey").map(([journey, row]) => ({ journey, minutes: row.abandonedAfterMinutes })),
);

/**
 * Counts the journeys started in a period by their current outcome. A finished journey counts as finished even if it
 * was stuck before; of several reasons the last counts. Events are joined once and grouped by journey: PostgreSQL
 * expects a single journey of each part of the query, and would compare all journeys of one part with all of another.
 */
export async function countEndings(
  database: Db,
  { from, to, brandId = "", timeoutSeconds = 600, times }: Period,
): Promise<EndingCount[]> {
  return readWithin(database, timeoutSeconds, async (transaction) => {
    const { rows } = await sql<Omit<EndingCount, "step"> & { at: number }>`
      with start as (select * from jsonb_to_recordset(${startingMarks}::jsonb) as mark(journey text, event text)),
      marks as materialized (select ${marksByEvent}::jsonb as by_event),
      over_after as (select * from jsonb_to_recordset(${overAfter}::jsonb) as row(journey text, minutes int)),
      started_journey as (
        select distinct on (event.journey_id) event.journey_id, start.journey, coalesce(event.brand, '') as brand,
          coalesce(event.facts ->> 'province', '') as province, coalesce(event.facts ->> 'language', '') as language,
          coalesce(event.facts ->> 'emailSource', '') as email_source, ${timeOf(sql`event.at`, times)} as time,
          coalesce(link.expires_at, event.at + make_interval(mins => over_after.minutes)) <= app_now() as is_over
        from audit_event event
        join start on start.event = event.event and start.journey = event.facts ->> 'journey'
        join over_after on over_after.journey = start.journey
        left join link on start.journey = 'link' and link.id = event.journey_id
        where event.at >= ${from} and event.at < ${to} and event.journey_id is not null
          and (${brandId} = '' or event.brand = ${brandId})
        order by event.journey_id, event.id
      ),
      marked as materialized (
        select started_journey.*, event.id, event.facts ->> 'accountType' as account_type,
          event.facts ->> 'method' as method, event.facts ->> 'brandVersion' as brand_version,
          mark ->> 'meaning' as meaning, (mark ->> 'at')::int as at, coalesce(mark ->> 'reason', event.result) as reason,
          case mark ->> 'meaning' when 'finished' then 1 when 'continuedIn' then 2 when 'stuck' then 3
            when 'roadblock' then 4 when 'left' then 5 end as rank
        from started_journey
        join audit_event event on event.journey_id = started_journey.journey_id and event.facts ->> 'journey' = started_journey.journey
        cross join marks
        cross join lateral (select concat(started_journey.journey, ' ', event.event, ' ') as of_event) key
        cross join lateral (select coalesce(by_event -> (of_event || event.result), by_event -> of_event) as mark) known
        where mark is not null
      ),
      journey as (
        select journey, brand, province, language, email_source, time, is_over, max(at) filter (where meaning <> 'hindrance') as at,
          (array_agg(array[meaning, reason] order by rank, id desc) filter (where rank is not null))[1:1] as last,
          (array_agg(account_type order by id desc) filter (where account_type is not null))[1] as account_type,
          (array_agg(brand_version order by id) filter (where brand_version is not null))[1] as brand_version,
          coalesce(array_agg(method order by id desc) filter (where method is not null), '{}') as methods
        from marked group by journey_id, journey, brand, province, language, email_source, time, is_over
      )
      select journey, brand, province, language, coalesce(account_type, '') as "accountType",
        email_source as "emailSource", methods, at, brand_version as "brandVersion", time,
        coalesce(case last[1][1] when 'roadblock' then 'stuck' else last[1][1] end,
          case when is_over then 'left' else 'inProgress' end) as ending,
        case when last is null and is_over then 'quiet' when last[1][1] in ('continuedIn', 'stuck', 'roadblock', 'left')
          then last[1][2] else '' end as reason,
        count(*)::int as count
      from journey group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
    `.execute(transaction);
    return rows.map(({ at, methods, ...row }) => ({
      ...row,
      methods: [...new Set(methods)],
      step: Object.keys(statistics[row.journey].steps)[at] ?? "",
    }));
  });
}

/** Events that count outside any journey too. */
const countedAlone = [roadblockMet, applicationSignedIn, ...Object.values(waiverEvents)];

/** Counts every event of a journey in a period, roadblocks displayed, sign-ins to applications, and waivers by state. */
export async function countEvents(
  database: Db,
  { from, to, brandId = "", timeoutSeconds = 600, times }: Period,
): Promise<EventCount[]> {
  return readWithin(database, timeoutSeconds, async (transaction) => {
    const { rows } = await sql<EventCount>`
      select ${eventCount}, ${timeOf(sql`at`, times)} as time from audit_event
      where at >= ${from} and at < ${to} and (facts ? 'journey' or event = any(${countedAlone}::text[]))
        and (${brandId} = '' or brand = ${brandId})
      group by ${dimensionColumns}, 11
    `.execute(transaction);
    return rows;
  });
}
