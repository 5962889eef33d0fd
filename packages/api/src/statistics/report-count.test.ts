import { randomUUID } from "node:crypto";
import { provinces } from "@vestibule/catalogue/province.table.ts";
import { roadblockMet, statistics, waiverEvents } from "@vestibule/catalogue/statistic.table.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPatiently } from "../../../../test/database.ts";
import { openTestApi } from "../../../../test/open-test-api.ts";
import type { AuditContext, AuditEvent } from "../audit/auditor.port.ts";
import type { Db } from "../platform/database.table.ts";
import { transact } from "../platform/transaction.adapter.ts";
import { endingFigure } from "./journey-ending.store.ts";
import { readReport, reportFigures, storeReportCounts } from "./read-report.ts";
import { readCounts, storeCounts } from "./report-count.store.ts";

const testApi = await openTestApi();
const second = openPatiently(testApi.url);
const { database } = testApi;
afterAll(() => second.database.destroy());

/** The night in which clocks are set forward, in every time zone of Canada that does so. */
const dayBefore = Date.parse("2027-03-13T16:00:00Z");

/** Numbers that follow each other like random ones, the same in each run. */
let seed = 38;
const draw = (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
  return Math.floor((seed / 2 ** 31) * below);
};
const oneOf = <Value>(values: readonly Value[]) => values[draw(values.length)] as Value;

const flows = Object.entries(statistics) as [keyof typeof statistics, (typeof statistics)["registration"]][];

interface OpenJourney {
  id: string;
  flow: (typeof flows)[number];
  brandId: string;
  auditContext: AuditContext;
}
const journeys: OpenJourney[] = [];

/** Another step of an earlier journey, or a new one. */
function nextStep(): AuditEvent {
  const isNew = journeys.length === 0 || draw(3) === 0;
  const journey = isNew ? newJourney() : oneOf(draw(2) === 0 ? journeys.slice(-5) : journeys);
  const [, { marks }] = journey.flow;
  const isFirst = isNew && draw(20) > 0;
  const mark = isFirst ? (marks.find(({ meaning }) => meaning === "started") ?? oneOf(marks)) : oneOf(marks);
  const isLink = mark.event === ("link.issued" as string);
  return {
    event: mark.event,
    result: "result" in mark ? mark.result : mark.event === roadblockMet ? oneOf(["technical", "resend"]) : "ok",
    brandId: journey.brandId,
    journeyId: journey.id,
    actor: "person",
    auditContext: { ...journey.auditContext, ...(draw(4) === 0 && { accountType: "insuredDriver" as const }) },
    facts: {
      ...(journey.flow[0] === "secondFactor" && draw(2) === 0 && { method: oneOf(["text", "email"]) }),
      ...(mark.event.startsWith("code.") && { purpose: "registration", channel: oneOf(["SMS", "EMAIL", "PIN"]) }),
      ...(isLink && draw(2) === 0 && { expiresAt: new Date(now + oneOf([1, 72]) * 3_600_000).toISOString() }),
    },
  };
}

function newJourney(): OpenJourney {
  const flow = oneOf(flows);
  const auditContext = {
    journey: flow[0],
    province: oneOf(["qc", "nl", "bc"]),
    language: oneOf(["fr", "en"]),
    browserSession: `browser ${draw(12)}`,
    ...(draw(3) === 0 && { emailSource: "edoc" as const }),
    ...(draw(3) === 0 && { brandVersion: draw(2) }),
  };
  const journey = { id: randomUUID(), flow, brandId: oneOf(["belair", "intact"]), auditContext };
  journeys.push(journey);
  return journey;
}

const otherEvents: (() => AuditEvent)[] = [
  () => ({ event: "support.viewed", result: "found", actor: "agent:lea", journeyId: oneOf(journeys).id }),
  () => ({ event: oneOf(Object.values(waiverEvents)), result: "ok", actor: "agent:lea", brandId: "belair" }),
  () => ({
    ...{ event: "application.signedIn", result: "ok", actor: "person", brandId: "intact" },
    facts: { application: oneOf(["claims", "quotes"]) },
  }),
];

let now = dayBefore;
const report = (from: Db, more: object = {}) =>
  readReport(from, { from: "2027-03-13", to: "2027-03-20", timeZone: "America/Toronto", ...more });

/** Reports that together show every figure in every dimension. */
const allReports = (from: Db) =>
  Promise.all(
    ["America/Toronto", "America/St_Johns", "America/Vancouver"].flatMap((timeZone) =>
      [
        {},
        { by: "hour" as const, brandId: "belair" },
        { from: "2027-03-14", to: "2027-03-14", by: "hour" as const },
        { from: "2027-03-15", to: "2027-03-16", brandId: "intact" },
      ].map((more) => report(from, { timeZone, ...more })),
    ),
  );

/** Every count of the trail, read without stored ones. */
async function liveReports() {
  await testApi.pool.query("update report_position set definition = 'hidden ' || definition");
  const reports = await allReports(database);
  await testApi.pool.query("update report_position set definition = substr(definition, 8)");
  return reports;
}

beforeAll(() => testApi.moveClock(Math.round((dayBefore - Date.now()) / 1000)));

test("stored and new counts are the numbers that the trail gives, over boundaries, late steps and a change of time", async () => {
  for (let step = 1; step <= 400; step += 1) {
    await transact(database, (transaction) =>
      testApi.deps.auditor.record(transaction, draw(8) === 0 && step > 9 ? oneOf(otherEvents)() : nextStep()),
    );
    const seconds = oneOf([20, 300, 900, 1800]);
    now += seconds * 1000;
    await testApi.moveClock(seconds);
    if (draw(6) === 0) await storeCounts(oneOf([database, second.database]), oneOf(reportFigures), { limit: 64 });
    if (step % 100 === 0) expect(await allReports(second.database)).toEqual(await liveReports());
  }
  const whole = await report(database);
  for (const { journey, started, times, steps } of whole.journeys) {
    expect([journey, started > 3]).toEqual([journey, true]);
    expect(Object.values(times).reduce((total, figures) => total + figures.started, 0)).toBe(started);
    expect(steps.some(({ stuck, left }) => stuck + left > 0) || journey === "signIn").toBe(true);
  }
  expect(whole.roadblocks.flatMap(({ next }) => Object.values(next).map(Boolean))).toContain(true);
  expect(whole.applications).toHaveLength(2);
}, 240_000);

test("two servers that store at the same time count each event once", async () => {
  await Promise.all([storeReportCounts(database), storeReportCounts(second.database), storeReportCounts(database)]);
  await storeReportCounts(database);
  expect(await allReports(database)).toEqual(await liveReports());
  const { rows } = await testApi.pool.query("select count(*)::int as zero from report_count where count <= 0");
  expect(rows).toEqual([{ zero: 0 }]);
});

test("a server that is killed while it stores has stored nothing, and the next one goes on", async () => {
  for (let step = 0; step < 20; step += 1)
    await transact(database, (transaction) => testApi.deps.auditor.record(transaction, nextStep()));
  const before = await testApi.pool.query("select id, position from report_position order by id");
  const lock = await testApi.pool.connect();
  await lock.query("begin; lock table report_count in exclusive mode");
  const storing = storeReportCounts(database).catch(() => "killed");
  await expect
    .poll(async () => {
      const { rows } = await testApi.pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rows.length;
    })
    .toBe(1);
  expect(await storing).toBe("killed");
  await lock.query("rollback");
  lock.release();
  const after = await testApi.pool.query("select id, position from report_position order by id");
  expect(after.rows).toEqual(before.rows);
  await storeReportCounts(second.database);
  expect(await allReports(database)).toEqual(await liveReports());
});

test("a version with another query counts from the beginning and leaves the counts of the former one", async () => {
  const changed: typeof endingFigure = {
    ...endingFigure,
    changes: (range) => sql`select * from (${endingFigure.changes(range)}) another`,
  };
  const period = { from: new Date(dayBefore), to: new Date(now) };
  const ordered = async (figure: typeof endingFigure) =>
    (await readCounts(database, figure, period)).rows.map((row) => JSON.stringify(row)).sort();
  const counts = await ordered(endingFigure);
  expect(await ordered(changed)).toEqual(counts);
  await storeCounts(database, changed);
  expect(await ordered(changed)).toEqual(counts);
  expect(await ordered(endingFigure)).toEqual(counts);
});

test("a report of centuries has the counts of the days with events", async () => {
  const [centuries, days] = [await report(database, { from: "0101-01-01", to: "9999-12-30" }), await report(database)];
  expect(centuries.journeys).toEqual(days.journeys);
});

test("an event counts at the hour that pages show, whatever the database knows of time zones", async () => {
  await testApi.moveClock((Date.parse("2027-11-30T06:30:00Z") - now) / 1000);
  await transact(database, (transaction) =>
    testApi.deps.auditor.record(transaction, {
      ...{ event: "registration.started", result: "ok", brandId: "servus", actor: "person", journeyId: randomUUID() },
      auditContext: { journey: "registration", province: "ab", language: "en", browserSession: "browser of Alberta" },
    }),
  );
  const events = await testApi.pool.query<{ at: Date }>("select at from audit_event where brand = 'servus'");
  for (const timeZone of Object.values(provinces).map((province) => province.timeZone)) {
    const hour = events.rows[0]?.at.toLocaleString("sv-SE", { timeZone }).slice(0, 13).replace(" ", "T") ?? "";
    const day = hour.slice(0, 10);
    const { journeys } = await report(database, { from: day, to: day, timeZone, brandId: "servus", by: "hour" });
    const { times = {} } = journeys.find(({ journey }) => journey === "registration") ?? {};
    const counted = Object.entries(times).filter(([, { started }]) => started > 0);
    expect([timeZone, counted.map(([time]) => time)]).toEqual([timeZone, [hour]]);
  }
});
