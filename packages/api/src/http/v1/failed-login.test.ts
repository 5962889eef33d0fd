import { createClient } from "@vestibule/contract/api.client.ts";
import { accountEndpoints } from "@vestibule/contract/v1/account.endpoint.ts";
import { expect, test } from "vitest";
import { closeAfterTests } from "../../../../../test/open-test-api.ts";
import { brandOfAttempt } from "../../../../../test/sign-in-attempt.ts";
import { createTestApi, testAccount } from "../../../../../test/test-api.ts";
import { loginNameHashes } from "../../accounts/login-name.rule.ts";
import { createOpaqueId } from "../../accounts/opaque-id.rule.ts";
import { deleteFailures } from "../../accounts/sign-in-failure.store.ts";
import { buildApi } from "../../build-api.ts";
import { authenticate } from "../../flows/sign-in/sign-in.ts";
import { limitStore } from "../../limits/limit.store.ts";

const brandId = "belair";
const outside = { kind: "outside", origin: "https://signon.example", loginPath: "/login", registry: "r" } as const;
const caller = { apiKey: brandId, province: "qc", language: "fr", headers: { "x-vestibule-client-ip": "192.0.2.1" } };
const known = "connue@courrier.example";

const testApi = closeAfterTests(await createTestApi());
const accountId = await testAccount(testApi, { email: known, password: "Grand-Vent-42" });

function clientOf(gateway: "outside" | "builtIn" = "outside") {
  const brand = { ...testApi.deps.brands.defaultBrand, ...(gateway === "outside" ? { gateway: outside } : {}) };
  const api = buildApi({ ...testApi.deps, brands: { ...testApi.deps.brands, byApiKey: () => brand } });
  return createClient(accountEndpoints, { baseUrl: "http://localhost", fetch: (request) => api.fetch(request) });
}

async function find(email: string): Promise<string> {
  const result = await clientOf().find(caller, { email });
  return result.kind === "ok" ? result.data.id : "";
}
const fail = async (email: string, client = clientOf()) => client.bounce(caller, await find(email), { email });
/** Reports refused logins until the API returns the roadblock. */
async function failUntilLocked(email: string) {
  for (let tries = 1; ; tries++) {
    const result = await fail(email);
    if (result.kind !== "ok") return { tries, result };
  }
}
const recorded = { kind: "ok", status: 200, data: {} };
const lockedResult = { kind: "error", status: 403, error: { errorCode: 3002, roadblock: "login-difficulties" } };
const unknown = { kind: "error", status: 404, error: { errorCode: 1404 } };

test("returns the roadblock after 3 to 6 refusals of an outside gateway, for known and unknown names", async () => {
  const drawn = new Set<number>();
  for (const email of [known, ...Array.from({ length: 11 }, (_, index) => `inconnue${index}@courrier.example`)]) {
    const { tries, result } = await failUntilLocked(email);
    drawn.add(tries);
    expect(result).toMatchObject(lockedResult);
    expect(Object.keys(result.kind === "error" ? result.error : {}).sort()).toEqual([
      "errorCode",
      "message",
      "roadblock",
      "until",
    ]);
  }
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(3);
  expect(Math.max(...drawn)).toBeLessThanOrEqual(6);
  expect(drawn.size).toBeGreaterThan(1);
});

test("resets the count after 15 minutes without a refusal", async () => {
  const email = "patiente@courrier.example";
  for (let round = 0; round < 3; round++) {
    expect([await fail(email), await fail(email)]).toMatchObject([recorded, recorded]);
    await testApi.moveClock(15 * 60 + 1);
  }
  await failUntilLocked(email);
  expect(await fail(email)).toMatchObject(lockedResult);
  await testApi.moveClock(15 * 60 + 1);
  expect(await fail(email)).toMatchObject(recorded);
});

test("resets the count after a new password", async () => {
  const email = "renouvelee@courrier.example";
  await failUntilLocked(email);
  const keys = loginNameHashes(testApi.deps.keys.lookupHash, { brandId, email });
  await testApi.database.transaction().execute((transaction) => deleteFailures(transaction, keys));
  expect(await fail(email)).toMatchObject(recorded);
});

test("A-113 accepts an id once, even in concurrent requests", async () => {
  const email = "rejouee@courrier.example";
  const id = await find(email);
  const results = await Promise.all(Array.from({ length: 20 }, () => clientOf().bounce(caller, id, { email })));
  expect(results.filter((result) => result.kind === "ok")).toEqual([recorded]);
  expect(results.filter((result) => result.kind !== "ok")[0]).toMatchObject(unknown);
});

test.each([
  ["of another brand", () => createOpaqueId(testApi.deps.keys.secretHash, handle({ brandId: "intact" }))],
  ["of another journey", () => createOpaqueId(testApi.deps.keys.secretHash, handle({ purpose: "recovery" }))],
  ["that was never issued", () => "A".repeat(60)],
])("answers 404 to an id %s", async (_what, id) => {
  expect(await clientOf().bounce(caller, id(), { email: known })).toMatchObject(unknown);
});
const handle = (about: { brandId?: string; purpose?: "recovery" }) => ({
  purpose: "signIn" as const,
  brandId,
  accountId,
  ...about,
});

test("does not count refusals of the built-in gateway, which counts its own, but accepts each id once", async () => {
  const email = "interne@courrier.example";
  for (let tries = 0; tries < 8; tries++) expect(await fail(email, clientOf("builtIn"))).toEqual(recorded);
  const id = await find(email);
  expect(await clientOf("builtIn").bounce(caller, id, { email })).toEqual(recorded);
  expect(await clientOf("builtIn").bounce(caller, id, { email })).toMatchObject(unknown);
  expect(await fail(email)).toEqual(recorded);
});

test("A-092 does not lock the account out, which still signs in with its password", async () => {
  await failUntilLocked(known);
  const opened = await authenticate(
    { ...testApi.deps, limits: limitStore(testApi.deps) },
    {
      ...brandOfAttempt(testApi.deps),
      username: known,
      secret: { kind: "password", password: "Grand-Vent-42" },
      clientIp: "192.0.2.9",
      origin: "http://localhost:3000",
      devices: new Map(),
      session: { idHash: "session", replaces: [], device: {}, newDeviceId: "new-device" },
      locale: { province: "qc", language: "fr" },
    },
  );
  expect(opened).toMatchObject({ kind: "ok", accountId });
});

test("records each counted refusal in the audit trail, and no e-mail in the log", async () => {
  testApi.logged.length = 0;
  await fail(known);
  const { rows } = await testApi.pool.query(
    "select event, facts from audit_event where account_id = $1 order by id desc limit 1",
    [accountId],
  );
  expect(rows[0]).toMatchObject({ event: "sign-in.refused", facts: { how: "outside-gateway" } });
  expect(testApi.logged.join()).not.toContain("courrier");
});

test.each<[string, unknown]>([
  ["no e-mail", {}],
  ["an e-mail that is none", { email: "a@b" }],
  ["an unknown field", { email: known, more: 1 }],
])("A-065 refuses a body with %s and does not consume the id", async (_what, body) => {
  const id = await find(known);
  expect(await clientOf("builtIn").bounce(caller, id, body as { email: string })).toMatchObject({
    status: 400,
    error: { errorCode: 1000 },
  });
  expect(await clientOf("builtIn").bounce(caller, id, { email: known })).toEqual(recorded);
});
