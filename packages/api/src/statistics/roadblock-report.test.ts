import { randomUUID } from "node:crypto";
import type { RoadblockId } from "@vestibule/catalogue/roadblock.table.ts";
import { roadblockIds, roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import type { SupportReferenceBody } from "@vestibule/contract/v1/support.schema.ts";
import { describe, expect, test } from "vitest";
import { openTestApi } from "../../../../test/open-test-api.ts";
import { newHolder, Recoverer } from "../../../../test/recovery.ts";
import { createBody, newPerson, toCreate, Visitor } from "../../../../test/registration.ts";
import { supportDeskOf } from "../../../../test/support-desk.ts";
import { verifyAuditTrail } from "../audit/audit-verification.store.ts";
import type { AuditEvent } from "../audit/auditor.port.ts";
import { transact } from "../platform/transaction.adapter.ts";
import { countEndings, countEvents } from "./journey-ending.store.ts";
import { reportOf } from "./journey-report.rule.ts";
import { momentsOf } from "./report-period.store.ts";
import { countRoadblockNexts } from "./roadblock-next.store.ts";
import { roadblockViews } from "./roadblock-report.rule.ts";

const testApi = await openTestApi({ clientIpLimitFactor: 100 });

const ontario = { province: "on", language: "en" };

const meets = (id: RoadblockId, body: SupportReferenceBody = {}, who: object = {}) =>
  supportDeskOf(testApi).reference({ page: roadblocks[id].path, agentCode: roadblocks[id].agentCode, ...body }, who);

async function counted(brandId?: string) {
  const { from, to } = await momentsOf(testApi.database, {
    timeZone: "America/Toronto",
    from: undefined,
    to: undefined,
  });
  const asked = { from, to, brandId };
  const events = await countEvents(testApi.database, asked);
  const journeys = reportOf(await countEndings(testApi.database, asked), events);
  const journey = (id: (typeof journeys)[number]["journey"]) => journeys.find((one) => one.journey === id);
  return { roadblocks: roadblockViews(events.rows, await countRoadblockNexts(testApi.database, asked)), journey };
}

async function scraped(): Promise<string> {
  const headers = { authorization: "Bearer another-credential" };
  return (await testApi.apis[1].request("/internal/v1/metrics", { headers })).text();
}

describe("a displayed roadblock", () => {
  test("is counted by its row, whatever the journey", async () => {
    for (const id of roadblockIds) await meets(id);
    await meets("technical", {}, { apiKey: "intact", ...ontario });
    const { roadblocks: met } = await counted();
    expect(Object.fromEntries(met.map(({ roadblock, count }) => [roadblock, count]))).toEqual({
      ...Object.fromEntries(roadblockIds.map((id) => [id, 1])),
      technical: 2,
    });
    expect(met[0]).toEqual({
      roadblock: "technical",
      count: 2,
      journeys: { unknown: 2 },
      brands: { belair: 1, intact: 1 },
      provinces: { on: 1, qc: 1 },
      languages: { en: 1, fr: 1 },
      next: { called: 0, finished: 0, triedAgain: 0, nothing: 2 },
    });
    expect((await counted("intact")).roadblocks).toMatchObject([{ roadblock: "technical", count: 1 }]);
    expect(await scraped()).toContain(
      'vestibule_roadblocks_met_total{roadblock="technical",page_category="roadblock",brand="intact",province="on",language="en"} 1\n',
    );
  });

  test("is not counted again when a reference is requested elsewhere", async () => {
    const before = (await counted()).roadblocks;
    await supportDeskOf(testApi).reference({ page: "/roadblock/technical" });
    await supportDeskOf(testApi).reference({ page: "/help", agentCode: "R999" });
    expect((await counted()).roadblocks).toEqual(before);
  });

  test("leaves no personal data in the audit trail, which stays valid", async () => {
    const { rows } = await testApi.pool.query("select * from audit_event where event = 'roadblock.met'");
    expect(rows).toHaveLength(roadblockIds.length + 1);
    for (const { actor, account_id: accountId, journey_id: journeyId, facts } of rows) {
      expect([actor, accountId, journeyId]).toEqual(["person", null, null]);
      expect(Object.keys(facts).sort()).toEqual(["language", "province"]);
    }
    expect((await verifyAuditTrail(testApi.database, testApi.deps.keys.audit)).kind).toBe("whole");
  });
});

describe("a journey with a displayed roadblock", () => {
  test("is stuck when no other event gives a reason, and finished if completed later", async () => {
    const stuck = await new Visitor(testApi.apis).start("policyHolder");
    await meets("technical", { journey: stuck.claims().sid });
    const maker = await toCreate(testApi, new Visitor(testApi.apis), await newPerson(testApi, { cell_phone: null }));
    await meets("maintenance", { journey: maker.claims().sid });
    await maker.call("create", createBody);
    const { journey } = await counted();
    expect(journey("registration")).toMatchObject({
      started: 2,
      finished: 1,
      stuck: 1,
      stuckReasons: { technical: 1 },
      inProgress: 0,
    });
    expect(await scraped()).toContain('vestibule_roadblocks_met_total{journey="registration",roadblock="technical",');
  });

  test("keeps the reason of the event that ended it", async () => {
    const holder = await newHolder(testApi);
    const recoverer = new Recoverer(testApi);
    const id = await recoverer.startReset(holder.accountEmail);
    for (let wrong = 0; wrong < 3; wrong += 1) await recoverer.validate(id, "000000");
    await meets("login-difficulties", { handle: id });
    const { journey, roadblocks: met } = await counted();
    expect(journey("recovery")).toMatchObject({ started: 1, stuck: 1, stuckReasons: { wrongCodes: 1 } });
    expect(met).toContainEqual(
      expect.objectContaining({ roadblock: "login-difficulties", journeys: { recovery: 1, unknown: 1 } }),
    );
  });

  test("for a temporary password counts as sign-in attempts: refused, then stuck", async () => {
    const holder = await newHolder(testApi);
    await testApi.pool.query("update account set status = 'T' where id = $1", [holder.accountId]);
    const recoverer = new Recoverer(testApi);
    const handle = await recoverer.found(holder.accountEmail);
    for (let wrong = 0; wrong < 3; wrong += 1) await recoverer.temporary(handle, "Not-The-One-1");
    await meets("temporary", { handle });
    const { journey } = await counted();
    expect(journey("signIn")).toMatchObject({ started: 3, refused: 2, stuck: 1 });
    expect(journey("signIn")?.stuckReasons).toEqual({ temporaryPassword: 1 });
    expect(journey("signIn")?.hindrances).toEqual({ wrongPassword: 2 });
  });
});

test("a displayed roadblock counts by what came next: an agent, an end, another step, or nothing", async () => {
  const steps: [RoadblockId, Partial<AuditEvent> | undefined][] = [
    ["token-expired", undefined],
    ["token-expired", { event: "support.viewed", result: "found", actor: "agent:lea" }],
    ["token-expired", { ...inBrowser("triedAgain"), event: "registration.started" }],
    ["token-expired", { ...inBrowser("finished"), event: "registration.stepped", result: "DONE" }],
  ];
  const names = ["nothing", "called", "triedAgain", "finished"];
  const before = (await nextOf("token-expired")) ?? {};
  await transact(testApi.database, async (transaction) => {
    for (const [index, [result, later]] of steps.entries()) {
      const journeyId = randomUUID();
      const shown = { ...inBrowser(names[index] ?? ""), event: "roadblock.met", result, journeyId } as const;
      const events = [
        shown,
        ...(later ? [{ result: "ok", actor: "person", journeyId, brandId: "belair", ...later }] : []),
      ];
      await testApi.deps.auditor.record(transaction, ...(events as AuditEvent[]));
    }
  });
  const after = (await nextOf("token-expired")) ?? {};
  for (const name of names) expect(after[name]).toBe((before[name] ?? 0) + 1);
});

async function nextOf(id: RoadblockId): Promise<Record<string, number> | undefined> {
  return (await counted()).roadblocks.find(({ roadblock }) => roadblock === id)?.next;
}

const inBrowser = (browserSession: string) => {
  const auditContext = { journey: "registration", province: "qc", language: "fr", browserSession } as const;
  return { brandId: "belair", actor: "person", auditContext };
};
