import { createClient } from "@vestibule/contract/api.client.ts";
import { eventEndpoints } from "@vestibule/contract/internal/event.endpoint.ts";
import { portalEvent } from "@vestibule/contract/internal/event.schema.ts";
import { describe, expect, test } from "vitest";
import { closeAfterTests } from "../../../../../test/open-test-api.ts";
import { dataOf } from "../../../../../test/recovery.ts";
import { createTestApi } from "../../../../../test/test-api.ts";
import type { AuditEvent } from "../../audit/auditor.port.ts";
import { buildApi } from "../../build-api.ts";
import { moveRestoreEpoch } from "../../flows/restore/restore.store.ts";

const testApi = closeAfterTests(await createTestApi());
const api = buildApi(testApi.deps);
const { feed } = createClient(eventEndpoints, {
  baseUrl: "http://api.internal",
  fetch: (request) => api.fetch(request),
  timeoutMilliseconds: 30_000,
});
const caller = { apiKey: "belair", province: "qc", language: "fr", serviceCredential: "another-credential" };
const accountId = "0b5a1d0e-8a3f-4f6a-9a35-6f0d3d1f2c11";

const record = (event: Partial<AuditEvent> = {}) =>
  testApi.deps.database.transaction().execute((transaction) =>
    testApi.deps.auditor.record(transaction, {
      event: "account.frozen",
      result: "ok",
      brandId: "belair",
      accountId,
      actor: "person",
      ...event,
    }),
  );
interface Query {
  after?: string;
  brand?: string;
  wait?: string;
}
const call = ({ brand: brandId, ...query }: Query = {}) =>
  feed({ ...caller, ...(brandId && { brandId }) }, query as never);
const read = async (query: Query = {}) => dataOf(await call(query));
/** The cursor after everything that earlier tests recorded. */
async function endOfFeed(brand?: string) {
  let page = await read(brand === undefined ? {} : { brand });
  while (page.events.length > 0) page = await read({ after: page.next, ...(brand !== undefined && { brand }) });
  return page.next;
}

test("lists events after a cursor, each by its schema, and an empty page after the last", async () => {
  const after = await endOfFeed();
  await record({ event: "sign-in.succeeded", facts: { how: "passkey", browser: "firefox" } });
  await record();
  const page = await read({ after });
  expect(page.events.map(({ type, data }) => [type, data])).toEqual([
    ["account.signedIn", { method: "passkey" }],
    ["account.frozen", {}],
  ]);
  for (const event of page.events) expect(portalEvent.safeParse(event).success).toBe(true);
  expect(await read({ after: page.next })).toMatchObject({ events: [] });
  expect((await read({ after })).events).toEqual(page.events);
});

test("responds to a waiting reader as soon as there is an event", async () => {
  const after = await endOfFeed();
  const waiting = read({ after, wait: "20" });
  await record({ event: "session.ended" });
  await record();
  expect((await waiting).events.map(({ type }) => type)).toEqual(["account.frozen"]);
});

test("lists the events of a brand alone", async () => {
  const after = await endOfFeed("intact");
  await record();
  await record({ brandId: "intact" });
  expect((await read({ after, brand: "intact" })).events.map(({ brand }) => brand)).toEqual(["intact"]);
});

describe("refuses", () => {
  test("A-292 the cursor of another brand, and one of all brands for a brand", async () => {
    const refused = { status: 400, error: { errorCode: 1000, fields: { after: "format" } } };
    expect(await call({ after: await endOfFeed("intact"), brand: "belair" })).toMatchObject(refused);
    expect(await call({ after: await endOfFeed("intact") })).toMatchObject(refused);
    expect(await call({ after: await endOfFeed(), brand: "belair" })).toMatchObject(refused);
  });

  test.each(["x", "e30", Buffer.from('{"epoch":"","position":[-1]}').toString("base64url")])(
    "the malformed cursor %s",
    async (after) => {
      expect(await call({ after })).toMatchObject({ status: 400, error: { fields: { after: "format" } } });
    },
  );

  test("an unknown brand and a wait of more than 20 seconds", async () => {
    expect(await call({ brand: "nobody" })).toMatchObject({ error: { fields: { brand: "format" } } });
    expect(await call({ wait: "21" })).toMatchObject({ error: { fields: { wait: "maxlength" } } });
    for (const wait of ["abc", "1.5", "-1"])
      expect(await call({ wait }), wait).toMatchObject({ error: { fields: { wait: "format" } } });
  });

  test("a reader without the service's credential", async () => {
    expect((await api.request("/internal/v1/events")).status).toBe(401);
    expect((await api.request("/internal/v1/asyncapi.json")).status).toBe(401);
  });
});

test("returns events for 90 days, and refuses a cursor before an event that is older", async () => {
  const after = await endOfFeed();
  await record();
  await testApi.moveClock(89 * 24 * 3600);
  await record({ event: "account.unfrozen" });
  expect((await read({ after })).events.map(({ type }) => type)).toEqual(["account.frozen", "account.unfrozen"]);
  await testApi.moveClock(2 * 24 * 3600);
  expect(await call({ after })).toMatchObject({ status: 410, error: { errorCode: 1411 } });
  expect((await read()).events.map(({ type }) => type)).toEqual(["account.unfrozen"]);
});

test("A-457 refuses the cursor of another database, whose trail is longer, in place of waiting for years", async () => {
  const cursor = JSON.parse(Buffer.from(await endOfFeed(), "base64url").toString());
  const position = cursor.position.map((lastId: number) => lastId + 1000);
  const after = Buffer.from(JSON.stringify({ ...cursor, position })).toString("base64url");
  expect(await call({ after })).toMatchObject({ status: 410, error: { errorCode: 1411 } });
});

test("refuses a cursor from before the restore of a backup, which may have lost events", async () => {
  const after = await endOfFeed();
  await testApi.deps.database.transaction().execute(moveRestoreEpoch);
  expect(await call({ after })).toMatchObject({ status: 410, error: { errorCode: 1411 } });
});
