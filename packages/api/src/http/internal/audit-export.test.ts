import { auditEvents } from "@vestibule/catalogue/audit-event.table.ts";
import { createClient } from "@vestibule/contract/api.client.ts";
import { auditExportEndpoints, type ExportedEvent } from "@vestibule/contract/internal/audit-export.endpoint.ts";
import { expect, test } from "vitest";
import { closeAfterTests } from "../../../../../test/open-test-api.ts";
import { dataOf } from "../../../../../test/recovery.ts";
import { createTestApi } from "../../../../../test/test-api.ts";
import { linkHash } from "../../audit/audit-link.rule.ts";
import type { AuditEvent } from "../../audit/auditor.port.ts";
import { buildApi } from "../../build-api.ts";
import { moveRestoreEpoch } from "../../flows/restore/restore.store.ts";

const testApi = closeAfterTests(await createTestApi());
const api = buildApi(testApi.deps);
const { read } = createClient(auditExportEndpoints, {
  baseUrl: "http://api.internal",
  fetch: (request) => api.fetch(request),
});
const caller = { apiKey: "belair", province: "qc", language: "fr", serviceCredential: "another-credential" };
const accountId = "0b5a1d0e-8a3f-4f6a-9a35-6f0d3d1f2c11";

const record = (...events: Partial<AuditEvent>[]) => recordAll(events.map((event) => ({ accountId, ...event })));
const recordAll = (events: Partial<AuditEvent>[]) =>
  testApi.deps.database.transaction().execute((transaction) =>
    testApi.deps.auditor.record(
      transaction,
      ...events.map((event) => ({
        event: "sign-in.refused" as const,
        result: "bad",
        brandId: "belair",
        actor: "person",
        ...event,
      })),
    ),
  );
type Query = { after?: string; since?: string; format?: "jsonl" | "ocsf" };

/** Reads from a cursor or time to the end, page by page. */
async function readAll(query: Query = {}): Promise<{ events: Record<string, unknown>[]; next: string }> {
  const events: Record<string, unknown>[] = [];
  let page = dataOf(await read(caller, query as never));
  while (page.events.length > 0) {
    events.push(...page.events);
    page = dataOf(await read(caller, { format: query.format, after: page.next } as never));
  }
  return { events, next: page.next };
}

test("exports every event once, with proofs from which the chains are verified without the database", async () => {
  for (let count = 0; count < 30; count += 1)
    await record(...Array.from({ length: 10 }, (_, index) => ({ facts: { count: count * 10 + index } })));
  const events = (await readAll()).events as ExportedEvent[];
  expect(events).toHaveLength(300);
  for (const ofChain of Map.groupBy(events, ({ chain }) => chain).values()) {
    let previous = "";
    for (const { id: _id, previousHash, hash, keyId, mac, headKeyId: _head, ...link } of ofChain) {
      expect(previousHash).toBe(previous);
      expect(linkHash(previousHash, link)).toBe(hash);
      expect([keyId, mac]).toEqual([expect.any(String), expect.any(String)]);
      previous = hash;
    }
  }
});

test("continues after a cursor, and begins since a time", async () => {
  const { next } = await readAll();
  await testApi.moveClock(3600);
  const { rows } = await testApi.pool.query("select app_now() as now");
  await record({ event: "password.changed", result: "ok" });
  const namesOf = async (query: Query) => (await readAll(query)).events.map(({ event }) => event);
  expect(await namesOf({ after: next })).toEqual(["password.changed"]);
  expect(await namesOf({ since: rows[0].now.toISOString() })).toEqual(["password.changed"]);
});

/** Attributes that OCSF 1.3 has for each class, of those that are exported. */
const ofEveryClass = [
  ...["activity_id", "activity_name", "category_name", "category_uid", "class_name", "class_uid", "metadata"],
  ...["severity", "severity_id", "status", "status_detail", "status_id", "time", "type_name", "type_uid", "unmapped"],
];
const attributesOf: Record<number, string[]> = {
  0: ofEveryClass,
  3001: [...ofEveryClass, "actor", "user"],
  3002: [...ofEveryClass, "actor", "service", "user"],
};

test("gives every event of the audit trail the attributes of its OCSF class, and no other", async () => {
  const { next } = await readAll();
  await recordAll(auditEvents.map((event) => ({ event, result: "ok", actor: "agent:amelie" })));
  const { events } = await readAll({ after: next, format: "ocsf" });
  expect(events).toHaveLength(auditEvents.length);
  for (const event of events) {
    expect(Object.keys(event).sort()).toEqual(attributesOf[event.class_uid as number]?.toSorted());
    const other = event.activity_id === 99;
    expect(event.activity_name === (event.metadata as { event_code: string }).event_code).toBe(other);
    expect(event.unmapped).toMatchObject({ brand: "belair", hash: expect.any(String) });
  }
  const named = (code: string) =>
    events.find(({ metadata }) => (metadata as { event_code: string }).event_code === code);
  expect(named("sign-in.refused")).toMatchObject({
    type_name: "Authentication: Logon",
    service: { name: "Vestibule" },
    user: { uid: "unknown" },
  });
  expect(named("agent.signedIn")).toMatchObject({ activity_name: "Logon", user: { uid: "agent:amelie" } });
  expect(named("second-factor.refused")).toMatchObject({ class_uid: 3002, status: "Failure" });
  expect(named("authenticator.added")).toMatchObject({ type_name: "Account Change: MFA Factor Enable" });
  expect(named("support.viewed")).toMatchObject({ unmapped: { actor: "agent:amelie", accountId: null } });
});

test("exports OCSF with the class, activity and status of each event, and the proofs", async () => {
  const { next } = await readAll();
  await record(
    { facts: { how: "password" } },
    { event: "password.reset", result: "ok" },
    { event: "support.viewed", result: "ok", actor: "agent:amelie" },
  );
  const { events } = await readAll({ after: next, format: "ocsf" });
  expect(events).toMatchObject([
    { class_uid: 3002, type_uid: 300201, status_id: 2, status_detail: "bad", user: { uid: accountId } },
    { class_uid: 3001, type_uid: 300104, status_id: 1, severity_id: 1 },
    { class_uid: 0, type_uid: 99, activity_name: "support.viewed", unmapped: { actor: "agent:amelie", accountId } },
  ]);
  for (const event of events) {
    // Attributes that OCSF requires of every event.
    for (const name of ["activity_id", "category_uid", "class_uid", "metadata", "severity_id", "time", "type_uid"])
      expect(event).toHaveProperty(name);
    expect(event.time).toEqual(expect.any(Number));
    expect(event.unmapped).toMatchObject({ hash: expect.any(String), mac: expect.any(String) });
  }
});

test("refuses a malformed cursor or time, the cursor of a brand's feed, and a caller without the credential", async () => {
  const refused = (field: string) => ({ status: 400, error: { errorCode: 1000, fields: { [field]: "format" } } });
  expect(await read(caller, { after: "x" })).toMatchObject(refused("after"));
  expect(await read(caller, { since: "yesterday" })).toMatchObject(refused("since"));
  const ofBrand = JSON.stringify({ brand: "belair", epoch: "", position: Array(32).fill(0) });
  expect(await read(caller, { after: Buffer.from(ofBrand).toString("base64url") })).toMatchObject(refused("after"));
  expect((await api.request("/internal/v1/audit")).status).toBe(401);
});

test("refuses a cursor from before the restore of a backup", async () => {
  const { next } = await readAll();
  await testApi.deps.database.transaction().execute(moveRestoreEpoch);
  expect(await read(caller, { after: next })).toMatchObject({ status: 410, error: { errorCode: 1411 } });
});
