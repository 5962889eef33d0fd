import { limits } from "@vestibule/catalogue/limit.table.ts";
import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { createClient } from "@vestibule/contract/api.client.ts";
import { maintenanceEndpoints } from "@vestibule/contract/internal/maintenance.endpoint.ts";
import { teamAuditEndpoints } from "@vestibule/contract/internal/team-audit.endpoint.ts";
import { expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { dataOf } from "../../../../../test/recovery.ts";
import { supportDeskOf } from "../../../../../test/support-desk.ts";
import { memberOfEachRole, openTeam } from "../../../../../test/team.ts";
import { limitStore } from "../../limits/limit.store.ts";

const testApi = await openTestApi();
const { settings, member } = openTeam(testApi.deps, memberOfEachRole);
const audit = createClient(teamAuditEndpoints, settings);

const recorded = async () => {
  const { rows } = await testApi.pool.query(
    "select event, actor, facts from audit_event where event like 'audit.%' order by id desc limit 1",
  );
  return rows[0];
};

test("finds what an agent did, newest first, and records the search", async () => {
  const operate = await member("operate");
  const maintenance = createClient(maintenanceEndpoints, settings);
  await maintenance.close(operate, { brands: ["belair"] });
  await maintenance.open(operate, { brands: ["belair"] });
  const { events, isCut } = dataOf(await audit.search(operate, { by: "agent", value: "operate" }));
  expect(events.slice(0, 2).map(({ event, actor }) => [event, actor])).toEqual([
    ["maintenance.off", "agent:operate"],
    ["maintenance.on", "agent:operate"],
  ]);
  expect(isCut).toBe(false);
  expect(await recorded()).toMatchObject({
    event: "audit.searched",
    actor: "agent:operate",
    facts: { by: "agent", value: "operate", days: 7 },
  });
});

test("finds the events of a reference, and what agents did with it", async () => {
  const code = await supportDeskOf(testApi).reference({ agentCode: roadblocks.technical.agentCode });
  const result = await audit.search(await member("operate"), { by: "reference", value: code });
  expect(result).toMatchObject({ kind: "ok" });
  expect(await recorded()).toMatchObject({ facts: { by: "reference" } });
  expect((await recorded()).facts).not.toHaveProperty("value");
});

test("finds an event of every person, and records a file as an export", async () => {
  const found = dataOf(
    await audit.search(await member("operate"), { by: "event", value: "roadblock.met", as: "file" }),
  );
  expect(found.events.every(({ event }) => event === "roadblock.met")).toBe(true);
  expect(await recorded()).toMatchObject({ event: "audit.exported", facts: { value: "roadblock.met" } });
});

test.each([
  [{ by: "reference", value: "482913705" }, 400],
  [{ by: "reference", value: "000000000" }, 404],
  [{ by: "event", value: "no.such.event" }, 400],
  [{ by: "person", value: "lea" }, 400],
  [{ by: "agent", value: "" }, 400],
  [{ by: "agent", value: "lea", days: "8" }, 400],
])("refuses the search %j", async (query, status) => {
  expect(await audit.search(await member("operate"), query)).toMatchObject({ status });
});

test.each(["look", "edit", "publish", "act"] as const)("A-390 refuses the audit trail to the role %s", async (role) => {
  expect(await audit.search(await member(role), { by: "agent", value: "lea" })).toMatchObject({
    status: 403,
    error: { errorCode: 3013 },
  });
});

test("answers 429 after too many searches of one member", async () => {
  const operate = await member("operate");
  await testApi.pool.query("delete from limit_window");
  for (let count = 0; count < limits.teamReportMember.limit; count++)
    await limitStore(testApi.deps).consume(testApi.deps.database, { limit: "teamReportMember", subject: "operate" });
  expect(await audit.search(operate, { by: "agent", value: "lea" })).toMatchObject({ status: 429 });
});
