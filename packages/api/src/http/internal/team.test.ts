import { limits } from "@vestibule/catalogue/limit.table.ts";
import { roadblocks as roadblockRows } from "@vestibule/catalogue/roadblock.table.ts";
import { createClient } from "@vestibule/contract/api.client.ts";
import { agentSessionEndpoints } from "@vestibule/contract/internal/agent-session.endpoint.ts";
import { teamEndpoints } from "@vestibule/contract/internal/team.endpoint.ts";
import { expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { dataOf } from "../../../../../test/recovery.ts";
import { supportDeskOf } from "../../../../../test/support-desk.ts";
import { memberOfEachRole, openTeam } from "../../../../../test/team.ts";
import { journeyEvent } from "../../audit/auditor.port.ts";
import { limitStore } from "../../limits/limit.store.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { readReport } from "../../statistics/read-report.ts";

const testApi = await openTestApi();
const { settings, service, member } = openTeam(testApi.deps, memberOfEachRole);
const team = createClient(teamEndpoints, settings);

test("reports the numbers of vestibule report to a member with the role to look", async () => {
  await supportDeskOf(testApi).reference({ agentCode: roadblockRows.technical.agentCode });
  const { journeys, roadblocks, brands, waivers, applications, ...report } = dataOf(
    await team.report({ ...(await member("look")), brandId: "belair" }, { days: "7" }),
  );
  const expected = await readReport(testApi.deps.database, {
    from: undefined,
    to: undefined,
    days: 7,
    timeZone: "America/Toronto",
    brandId: "belair",
  });
  expect(report).toEqual({
    from: expected.from,
    to: expected.to,
    timeZone: expected.timeZone,
    brand: "belair",
  });
  expect(Date.parse(report.to) - Date.parse(report.from)).toBe(6 * 86_400_000);
  expect(expected.journeys).toMatchObject(
    journeys.map(({ dimensions, ...journey }) => ({ ...journey, ...dimensions })),
  );
  expect(applications).toEqual(expected.applications);
  expect(roadblocks).toMatchObject([{ roadblock: "technical", count: 1, next: { nothing: 1 } }]);
  expect(Object.values(waivers).every((count) => count === 0)).toBe(true);
  expect(brands.map(({ id }) => id)).toEqual(testApi.deps.brands.brands.map(({ id }) => id));
});

const locale = { brand: { id: "belair" }, province: "qc", language: "fr" };

test("divides the journeys by hour, and counts the period before alone", async () => {
  const signedIn = journeyEvent("signIn", locale, { event: "sign-in.succeeded", result: "ok" });
  await transact(testApi.database, (transaction) => testApi.deps.auditor.record(transaction, signedIn));
  const signInsOf = async (query: { days: "1" | "7"; by?: "hour"; period?: "before" }) => {
    const { journeys, ...report } = dataOf(await team.report(await member("look"), query));
    return { ...report, times: journeys.find(({ journey }) => journey === "signIn")?.times ?? {} };
  };
  const today = await signInsOf({ days: "1", by: "hour" });
  expect(Object.keys(today.times)).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d$/)]);
  expect(Object.values(today.times)).toMatchObject([{ started: 1 }]);
  expect((await signInsOf({ days: "7" })).times).toEqual({ [today.to]: Object.values(today.times)[0] });
  const before = await signInsOf({ days: "7", period: "before" });
  expect(before.times).toEqual({});
  expect(Date.parse(today.to) - Date.parse(before.to)).toBe(7 * 86_400_000);
  await testApi.moveClock(86_400);
  const yesterday = await signInsOf({ days: "1", period: "before" });
  expect(yesterday).toMatchObject({ from: today.to, to: today.to, times: { [today.to]: { started: 1 } } });
});

test("counts sign-ins to an application of a brand, with its name where the brand has it", async () => {
  const look = await member("look");
  const facts = { application: "claims", province: "qc", language: "fr" };
  const event = { event: "application.signedIn", result: "ok", brandId: "belair", actor: "person", facts } as const;
  await transact(testApi.database, (transaction) => testApi.deps.auditor.record(transaction, event, event));
  const applications = [{ brand: "belair", application: "claims", count: 2 }];
  expect(dataOf(await team.report(look, { days: "7" })).applications).toEqual(applications);
  expect(dataOf(await team.report({ ...look, brandId: "intact" }, { days: "7" })).applications).toEqual([]);
  const belair = testApi.deps.brands.byId("belair");
  const name = { en: "Claims", fr: "Réclamations" };
  Object.assign(belair ?? {}, { oidcClients: [{ id: "claims", name }] });
  expect(dataOf(await team.report(look, { days: "7" })).applications).toMatchObject([{ application: "claims", name }]);
  Object.assign(belair ?? {}, { oidcClients: [] });
});

test("counts every brand without a brand, and none of another brand with one", async () => {
  const look = await member("look");
  expect(dataOf(await team.report(look, { days: "30" })).roadblocks).toMatchObject([
    { roadblock: "technical", count: 1 },
  ]);
  expect(dataOf(await team.report({ ...look, brandId: "intact" }, { days: "30" })).roadblocks).toEqual([]);
});

test.each(["edit", "publish", "operate", "act"] as const)("A-371 refuses the report to the role %s", async (role) => {
  expect(await team.report(await member(role), { days: "7" })).toMatchObject({
    status: 403,
    error: { errorCode: 3013 },
  });
});

test("refuses the report without a session, and after its end", async () => {
  const ended = { status: 403, error: { errorCode: 3004 } };
  expect(await team.report(service, { days: "7" })).toMatchObject(ended);
  const look = await member("look");
  await createClient(agentSessionEndpoints, settings).signOut(look);
  expect(await team.report(look, { days: "7" })).toMatchObject(ended);
});

test.each([
  [{ days: "8" }],
  [{ days: "7", by: "month" }],
  [{ days: "7", period: "now" }],
  [{ days: "7", brandId: "no-such-brand" }],
  [{}],
])("refuses the query %j", async (query) => {
  const { brandId, ...length }: { days?: string; brandId?: string } = query;
  const look = await member("look");
  const result = await team.report({ ...look, ...(brandId && { brandId }) }, length as never);
  expect(result).toMatchObject({ status: 400 });
});

test("answers 429 after too many reports of one member", async () => {
  const look = await member("look");
  await testApi.pool.query("delete from limit_window");
  for (let count = 0; count < limits.teamReportMember.limit; count++)
    await limitStore(testApi.deps).consume(testApi.deps.database, { limit: "teamReportMember", subject: "look" });
  expect(await team.report(look, { days: "7" })).toMatchObject({
    status: 429,
    retryAfterSeconds: expect.any(Number),
  });
});
