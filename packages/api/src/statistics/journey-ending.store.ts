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
import type { Db, Trx } from "../platform/database.table.ts";
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

const marks = JSON.stringify(
  rowsOf("journey").flatMap(([journey, { marks, steps }]) =>
    marks.map((mark) => ({ ...mark, journey, at: Object.keys(steps).indexOf(mark.step) })),
  ),
);
const overAfter = JSON.stringify(
  rowsOf("journey").map(([journey, row]) => ({ journey, minutes: row.abandonedAfterMinutes })),
);

/**
 * Counts the journeys started in a period by their current outcome. A finished journey counts as finished even if it
 * was stuck before; of several reasons the last counts.
 */
export async function countEndings(
  database: Db,
  { from, to, brandId = "", timeoutSeconds, times }: Period,
): Promise<EndingCount[]> {
  return readWithin(database, timeoutSeconds, async (transaction) => {
    const { rows } = await sql<Omit<EndingCount, "step"> & { at: number }>`
      with mark as (select * from jsonb_to_recordset(${marks}::jsonb)
        as mark(journey text, event text, result text, meaning text, reason text, at int)),
      over_after as (select * from jsonb_to_recordset(${overAfter}::jsonb) as row(journey text, minutes int)),
      started_journey as (
        select distinct on (event.journey_id) event.journey_id, mark.journey, coalesce(event.brand, '') as brand,
          coalesce(event.facts ->> 'province', '') as province, coalesce(event.facts ->> 'language', '') as language,
          coalesce(event.facts ->> 'emailSource', '') as email_source, ${timeOf(sql`event.at`, times)} as time,
          coalesce(link.expires_at, event.at + make_interval(mins => over_after.minutes)) <= app_now() as is_over
        from audit_event event
        join mark on mark.meaning = 'started' and mark.event = event.event and mark.journey = event.facts ->> 'journey'
        join over_after on over_after.journey = mark.journey
        left join link on mark.journey = 'link' and link.id = event.journey_id
        where event.at >= ${from} and event.at < ${to} and event.journey_id is not null
          and (${brandId} = '' or event.brand = ${brandId})
        order by event.journey_id, event.id
      ),
      marked as (
        select started_journey.journey_id, event.id, event.facts ->> 'accountType' as account_type, event.facts ->> 'method' as method,
          event.facts ->> 'brandVersion' as brand_version,
          known.meaning, known.at, coalesce(known.reason, event.result) as reason,
          case known.meaning when 'finished' then 1 when 'continuedIn' then 2 when 'stuck' then 3 when 'roadblock' then 4
            when 'left' then 5 end as rank
        from started_journey
        join audit_event event on event.journey_id = started_journey.journey_id and event.facts ->> 'journey' = started_journey.journey
        cross join lateral (
          select * from mark where mark.journey = started_journey.journey and mark.event = event.event
            and (mark.result is null or mark.result = event.result)
          order by mark.result nulls last limit 1
        ) known
      ),
      ending as (
        select distinct on (journey_id) journey_id, case meaning when 'roadblock' then 'stuck' else meaning end as meaning,
          reason from marked where rank is not null
        order by journey_id, rank, id desc
      ),
      typed as (
        select distinct on (journey_id) journey_id, account_type from marked where account_type is not null
        order by journey_id, id desc
      ),
      versioned as (
        select distinct on (journey_id) journey_id, brand_version from marked where brand_version is not null
        order by journey_id, id
      ),
      used as (
        select journey_id, array_agg(method order by last desc) as methods
        from (select journey_id, method, max(id) as last from marked where method is not null group by 1, 2) by_method
        group by journey_id
      ),
      furthest as (
        select journey_id, max(at) as at from marked where meaning <> 'hindrance' group by journey_id
      )
      select started_journey.journey, brand, province, language, coalesce(typed.account_type, '') as "accountType",
        email_source as "emailSource", coalesce(used.methods, '{}') as methods, furthest.at,
        versioned.brand_version as "brandVersion", started_journey.time,
        coalesce(ending.meaning, case when is_over then 'left' else 'inProgress' end) as ending,
        case when ending.meaning is null and is_over then 'quiet' when ending.meaning in ('continuedIn', 'stuck', 'left')
          then ending.reason else '' end as reason,
        count(*)::int as count
      from started_journey join furthest using (journey_id) left join ending using (journey_id)
        left join typed using (journey_id) left join used using (journey_id)
        left join versioned using (journey_id)
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
    `.execute(transaction);
    return rows.map(({ at, ...row }) => ({ ...row, step: Object.keys(statistics[row.journey].steps)[at] ?? "" }));
  });
}

/** Events that count outside any journey too. */
const countedAlone = [roadblockMet, applicationSignedIn, ...Object.values(waiverEvents)];

/** Counts every event of a journey in a period, roadblocks displayed, sign-ins to applications, and waivers by state. */
export async function countEvents(
  database: Db,
  { from, to, brandId = "", timeoutSeconds, times }: Period,
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

function readWithin<T>(database: Db, timeoutSeconds = 600, work: (transaction: Trx) => Promise<T>): Promise<T> {
  return database
    .transaction()
    .setAccessMode("read only")
    .execute(async (transaction) => {
      await sql`set local statement_timeout = ${sql.lit(`${timeoutSeconds}s`)}`.execute(transaction);
      return work(transaction);
    });
}
