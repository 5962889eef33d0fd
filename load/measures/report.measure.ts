import { migrateDatabase } from "@vestibule/api/migrate-database.ts";
import { openDatabase } from "@vestibule/api/platform/database.adapter.ts";
import { readReport } from "@vestibule/api/statistics/read-report.ts";
import { testKeys } from "../../test/book-file.ts";
import { onServer } from "../../test/postgres.setup.ts";
import { startPostgres } from "../postgres.ts";
import { type MeasureResult, type Metric, metric } from "./metric.ts";

const timeZone = "America/Toronto";
const reads = 3;

/**
 * Measures how long the digital team's page waits for its numbers, over days of as many audit events as given. The
 * events are made in PostgreSQL: of each hundred, sixty are of ten registrations, fifteen of five password resets,
 * twenty-four are sign-ins and one is a roadblock.
 */
export async function measureReport(eventsOfDay: number, lengths: readonly number[]): Promise<MeasureResult> {
  await using postgres = await startPostgres({ kind: "embedded" });
  const url = postgres.url();
  await migrateDatabase({ url, migrationUrl: url }, testKeys().audit);
  const { database } = openDatabase({ url, poolSize: 1, queryTimeoutMillis: 0 });
  const metrics: Metric[] = [];
  let made = 0;
  for (const days of lengths) {
    const startedAt = performance.now();
    for (; made < days; made += 1) await makeDay(url, { daysAgo: made, events: eventsOfDay });
    await onServer(url, "vacuum analyze audit_event");
    const seconds = (performance.now() - startedAt) / 1000;
    const millis: number[] = [];
    for (let read = 0; read < reads; read += 1) {
      const readAt = performance.now();
      await readReport(database, { from: undefined, to: undefined, timeZone, days });
      millis.push(performance.now() - readAt);
    }
    const note = `fastest of ${reads}; events made in ${seconds.toFixed(0)} s`;
    metrics.push(metric(`report of ${days} days`, Math.min(...millis) / 1000, "s", { note }));
  }
  await database.destroy();
  return { title: `Report of days with ${eventsOfDay} events`, metrics };
}

/** Adds the events of a day, in order, from midnight in the time zone of the report. */
async function makeDay(url: string, { daysAgo, events }: { daysAgo: number; events: number }): Promise<void> {
  await onServer(
    url,
    `insert into audit_event (chain, at, event, result, brand, journey_id, actor, facts, previous_hash, hash)
    select n % 16, day.first + n * interval '1 day' / ${events},
      kind.event, kind.result, (array['belair', 'intact'])[1 + journey.id % 2],
      case when kind.journey <> 'signIn' then md5('${daysAgo} ' || journey.id)::uuid end, 'person',
      jsonb_build_object('journey', kind.journey, 'province', (array['qc', 'on', 'ab'])[1 + journey.id % 3],
        'language', (array['fr', 'en'])[1 + journey.id % 2], 'browserSession', md5('browser ${daysAgo} ' || journey.id)),
      sha256(('${daysAgo} ' || n)::bytea)::text, sha256(('${daysAgo} ' || n + 1)::bytea)::text
    from (select ((now() at time zone '${timeZone}')::date - ${daysAgo})::timestamp at time zone '${timeZone}' as first) day,
      generate_series(0, ${events - 1}) n,
      lateral (select n % 100 as place) place,
      lateral (select n / 100 * 100 + case when place < 60 then place / 6 when place < 75 then 60 + (place - 60) / 3
        else place end as id) journey,
      lateral (select
        case when place < 60 then 'registration' when place < 75 then 'recovery' when place < 99 then 'signIn'
          else 'registration' end as journey,
        case when place < 60 then (array['registration.started', 'registration.stepped', 'registration.stepped',
            'code.sent', 'registration.stepped', 'registration.stepped'])[1 + place % 6]
          when place < 75 then (array['recovery.started', 'code.accepted', 'password.reset'])[1 + place % 3]
          when place < 99 then (array['sign-in.succeeded', 'sign-in.refused'])[1 + place % 2]
          else 'roadblock.met' end as event,
        case when place < 60 then (array['ok', 'IDENTIFY', 'VERIFY', 'ok', 'CREATE', 'DONE'])[1 + place % 6]
          when place < 75 then 'ok' when place < 99 then (array['ok', 'bad'])[1 + place % 2]
          else 'technical' end as result) kind`,
  );
}
