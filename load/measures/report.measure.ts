import { migrateDatabase } from "@vestibule/api/migrate-database.ts";
import { openDatabase } from "@vestibule/api/platform/database.adapter.ts";
import { readReport, storeReportCounts } from "@vestibule/api/statistics/read-report.ts";
import { sql } from "kysely";
import { testKeys } from "../../test/book-file.ts";
import { onServer } from "../../test/postgres.setup.ts";
import { startProductPostgres } from "../postgres.ts";
import { type MeasureResult, type Metric, metric } from "./metric.ts";

const timeZone = "America/Toronto";
const reads = 3;

/**
 * Measures how long the digital team's page waits for its numbers, before the events of a day are counted and after, and
 * over many days of the same counts. The events are made in PostgreSQL: of each hundred, sixty are of ten registrations,
 * fifteen of five password resets, twenty-four are sign-ins and one is a roadblock. The counts of the days before are
 * copies of that day's.
 */
export async function measureReport(eventsOfDay: number, lengths: readonly number[]): Promise<MeasureResult> {
  await using postgres = await startProductPostgres();
  const { url } = postgres;
  await migrateDatabase({ url, migrationUrl: url }, testKeys().audit);
  const { database } = openDatabase({ url, poolSize: 1, queryTimeoutMillis: 0 });
  const seconds = async (work: () => Promise<unknown>) => {
    const startedAt = performance.now();
    await work();
    return (performance.now() - startedAt) / 1000;
  };
  const reportOf = (days: number) => readReport(database, { from: undefined, to: undefined, timeZone, days });
  const fastest = async (days: number) => {
    const durations: number[] = [];
    for (let read = 0; read < reads; read += 1) durations.push(await seconds(() => reportOf(days)));
    return Math.min(...durations);
  };
  const note = `fastest of ${reads}`;

  await onServer(url, dayOfEvents(eventsOfDay));
  await onServer(url, "vacuum analyze audit_event");
  const metrics: Metric[] = [metric("report of 1 day, nothing counted before", await seconds(() => reportOf(1)), "s")];
  metrics.push(metric("counting the events of a day", await seconds(() => storeReportCounts(database)), "s"));
  let made = 1;
  for (const days of lengths) {
    for (; made < days; made += 1) await onServer(url, dayBefore(made));
    await onServer(url, "vacuum analyze report_count");
    const { rows } = await sql<{ count: number; size: number }>`
      select count(*)::int as count, pg_total_relation_size('report_count') / 1e6 as size from report_count
    `.execute(database);
    const [stored] = rows;
    const counts = `${note}; ${stored?.count} counts, ${Math.round(stored?.size ?? 0)} MB`;
    metrics.push(
      metric(days === 1 ? "report of 1 day" : `report of ${days} days`, await fastest(days), "s", { note: counts }),
    );
  }
  await database.destroy();
  return { title: `Report of days with ${eventsOfDay} events`, metrics };
}

/** Copies the counts of today to an earlier day. */
const dayBefore = (daysAgo: number) => `
  insert into report_count select position_id, part - ${daysAgo} * interval '24 hours', key,
    over_at - ${daysAgo} * interval '24 hours', count
  from report_count where part >= (now() at time zone '${timeZone}')::date::timestamp at time zone '${timeZone}'`;

/** Makes the events of today, in order, from midnight in the time zone of the report. */
const dayOfEvents = (events: number) => `
  insert into audit_event (chain, at, event, result, brand, journey_id, actor, facts, previous_hash, hash)
  select n % 16, day.first + n * interval '1 day' / ${events},
    kind.event, kind.result, (array['belair', 'belair', 'intact', 'bna', 'servus'])[1 + journey.choice % 5],
    case when kind.journey <> 'signIn' then md5(journey.id::text)::uuid end, 'person',
    jsonb_build_object('journey', kind.journey, 'browserSession', md5('browser ' || journey.id),
      'province', (array['qc', 'qc', 'qc', 'qc', 'on', 'on', 'on', 'on', 'ab', 'nb'])[1 + journey.choice / 5 % 10],
      'language', (array['fr', 'en'])[1 + journey.choice / 50 % 2]) ||
      case when kind.journey <> 'registration' then '{}' else jsonb_build_object(
        'accountType', (array['policyHolder', 'policyHolder', 'insuredDriver'])[1 + journey.choice / 100 % 3]) ||
        (array['{}', '{}', '{}', '{"emailSource": "edoc"}', '{"emailSource": "mrkt"}'])[1 + journey.choice / 300 % 5]::jsonb end,
    sha256(n::text::bytea)::text, sha256((n + 1)::text::bytea)::text
  from (select (now() at time zone '${timeZone}')::date::timestamp at time zone '${timeZone}' as first) day,
    generate_series(0, ${events - 1}) n,
    lateral (select n % 100 as place) place,
    lateral (select n / 100 * 100 + case when place < 60 then place / 6 when place < 75 then 60 + (place - 60) / 3
      else place end as id) one,
    lateral (select id, abs(hashint4(id)) as choice) journey,
    lateral (select journey.choice / 1500 % 5 as ending) ending,
    lateral (select
      case when place < 60 then 'registration' when place < 75 then 'recovery' when place < 99 then 'signIn'
        else 'registration' end as journey,
      case when place < 60 then (array['registration.started', 'registration.stepped', 'registration.stepped', 'code.sent',
          case ending when 3 then 'code.refused' else 'registration.stepped' end,
          case ending when 3 then 'code.locked' when 4 then 'code.refused' else 'registration.stepped' end])[1 + place % 6]
        when place < 75 then (array['recovery.started', 'code.accepted', 'password.reset'])[1 + place % 3]
        when place < 99 then (array['sign-in.succeeded', 'sign-in.refused'])[1 + place % 2]
        else 'roadblock.met' end as event,
      case when place < 60 then (array['ok', 'IDENTIFY', 'VERIFY', 'ok', case ending when 3 then 'wrong' else 'CREATE' end,
          case ending when 3 then 'session' when 4 then 'wrong' else 'DONE' end])[1 + place % 6]
        when place < 75 then 'ok' when place < 99 then (array['ok', 'bad'])[1 + place % 2]
        else 'technical' end as result) kind`;
