import { helpEndpoints } from "@vestibule/contract/v1/help.endpoint.ts";
import { afterEach, describe, expect, test } from "vitest";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { createTestApi } from "../../../../test/test-api.ts";
import { buildApi } from "../build-api.ts";
import { closeForMaintenance, issueBypass, openAfterMaintenance } from "../flows/maintenance/maintenance.ts";
import { signBypass } from "../maintenance/bypass-value.rule.ts";

const actor = "operator:ada";
const belair = { brandIds: ["belair"], actor };
const v1 = "/api/v1/welcome";
const v2 = "/api/v2/registration";

const testApi = closeAfterTests(await createTestApi());
afterEach(() => openAfterMaintenance(testApi.deps, { brandIds: ["belair", "intact"], actor }));

/** Sends a request to a new server, without a cached maintenance state. */
const request = (path: string, { brand = "belair", bypass }: { brand?: string; bypass?: string } = {}) =>
  buildApi(testApi.deps).request(
    `${path}${bypass === undefined ? "" : `?maintenancePageBypass=${encodeURIComponent(bypass)}`}`,
    { headers: { "api-key": brand } },
  );
const close = (announcedEnd: Date | null = null) => closeForMaintenance(testApi.deps, { ...belair, announcedEnd });
const events = async () =>
  (
    await testApi.pool.query(
      "select event, result, brand, actor from audit_event where event like 'maintenance.%' order by at, id",
    )
  ).rows;

describe("while a brand is closed", () => {
  test.each([
    ["v1", v1, { errorCode: 1530, message: "planned maintenance" }],
    ["chat", "/chat-app/api/v1/availabilities", { errorCode: 1530, message: "planned maintenance" }],
    ["v2", v2, { error: "MAINTENANCE", message: "planned maintenance" }],
  ])("%s answers 530", async (_name, path, body) => {
    await close();
    const response = await request(path);
    expect([response.status, await response.json()]).toEqual([530, body]);
  });

  test("both API versions return the announced end", async () => {
    await close(new Date("2030-01-02T06:00:00Z"));
    for (const path of [v1, v2])
      expect(await (await request(path)).json()).toMatchObject({ until: "2030-01-02T06:00:00.000Z" });
  });

  test("hours and support references are still available", async () => {
    await close();
    expect((await request(helpEndpoints.hours.path)).status).toBe(200);
    const headers = { "api-key": "belair", "content-type": "application/json" };
    const made = await buildApi(testApi.deps).request(helpEndpoints.supportReference.path, {
      method: "POST",
      headers,
      body: JSON.stringify({ page: "/roadblock/maintenance", agentCode: "R204" }),
    });
    expect([made.status, await made.json()]).toEqual([201, { code: expect.stringMatching(/^\d{9}$/) }]);
  });

  test("another brand stays open", async () => {
    await close();
    expect((await request(v1, { brand: "intact" })).status).toBe(200);
  });

  test("an unknown api-key is still refused with 403", async () => {
    await close();
    expect((await request(v1, { brand: "nobody" })).status).toBe(403);
  });

  test("a running server notices closing and opening", async () => {
    const running = buildApi(testApi.deps);
    const status = async () => (await running.request(v1, { headers: { "api-key": "belair" } })).status;
    expect(await status()).toBe(200);
    await close();
    await expect.poll(status, { timeout: 20_000 }).toBe(530);
    await openAfterMaintenance(testApi.deps, belair);
    await expect.poll(status, { timeout: 20_000 }).toBe(200);
  });

  test("the last known state applies when the database becomes unavailable", async () => {
    const away = await createTestApi();
    const running = buildApi(away.deps);
    await closeForMaintenance(away.deps, { ...belair, announcedEnd: null });
    const status = async () => (await running.request(v1, { headers: { "api-key": "belair" } })).status;
    expect(await status()).toBe(530);
    await away.close();
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect(await status()).toBe(530);
  });
});

test("F-02 the health check answers 503 when the database becomes unavailable", async () => {
  const away = await createTestApi();
  const running = buildApi(away.deps);
  const welcome = () => running.request(v1, { headers: { "api-key": "belair" } });
  expect((await welcome()).status).toBe(200);
  await away.close();
  await expect.poll(async () => (await welcome()).status, { timeout: 20_000 }).toBe(503);
  expect((await welcome()).headers.get("retry-after")).toBe("5");
});

describe("A-155 a value of maintenancePageBypass", () => {
  test("opens its own brand in both API versions and is not logged", async () => {
    const { value } = await issueBypass(testApi.deps, { ...belair, minutes: 120 });
    await close();
    await closeForMaintenance(testApi.deps, { brandIds: ["intact"], actor, announcedEnd: null });
    expect((await request(v1, { bypass: value })).status).toBe(200);
    expect((await request(v2, { bypass: value })).status).toBe(200);
    expect((await request(v1, { bypass: value, brand: "intact" })).status).toBe(530);
    expect(testApi.logged.join("")).toContain("maintenance.bypassed");
    expect(testApi.logged.join("")).not.toContain(value);
  });

  test("expires", async () => {
    const { value, end } = await issueBypass(testApi.deps, { ...belair, minutes: 120 });
    await close();
    const { rows } = await testApi.pool.query("select app_now() as now");
    const secondsLeft = Math.floor((end.getTime() - rows[0].now.getTime()) / 1000);
    await testApi.moveClock(secondsLeft - 30);
    expect((await request(v1, { bypass: value })).status).toBe(200);
    await testApi.moveClock(31);
    expect((await request(v1, { bypass: value })).status).toBe(530);
  });

  test("is ignored when it is forged", async () => {
    const { value } = await issueBypass(testApi.deps, { ...belair, minutes: 120 });
    const far = { brandIds: ["belair"], end: new Date("2099-01-01") };
    const forged = [
      "1",
      "",
      "true",
      "a".repeat(5000),
      `${value}x`,
      value.replace(/\.[^.]+$/, "."),
      `${Buffer.from('{"alg":"none"}').toString("base64url")}.${value.split(".")[1]}.`,
      // Signed by the portal's own keys for another purpose.
      await signBypass(testApi.deps.keys.sessionToken, far),
      await signBypass(testApi.deps.keys.cookie, far),
    ];
    await close();
    for (const bypass of forged) expect((await request(v1, { bypass })).status, bypass.slice(0, 40)).toBe(530);
  });

  test("stays refused after a thousand guesses", async () => {
    await close();
    const running = buildApi(testApi.deps);
    const head = Buffer.from('{"alg":"HS256"}').toString("base64url");
    const body = Buffer.from('{"purpose":"maintenance-bypass","brands":["belair"],"exp":4070908800}').toString(
      "base64url",
    );
    const statuses = new Set<number>();
    for (let guess = 0; guess < 1000; guess += 1) {
      const value = `${head}.${body}.${testApi.deps.random.token(32)}`;
      const path = `${v1}?maintenancePageBypass=${value}`;
      statuses.add((await running.request(path, { headers: { "api-key": "belair" } })).status);
    }
    expect([...statuses]).toEqual([530]);
  });
});

test("records closing, opening and bypass values in the audit trail with the operator", async () => {
  const before = (await events()).length;
  await close();
  await issueBypass(testApi.deps, { ...belair, minutes: 1 });
  expect(await openAfterMaintenance(testApi.deps, belair)).toEqual(["belair"]);
  expect(await openAfterMaintenance(testApi.deps, belair)).toEqual([]);
  const kept = { brand: "belair", actor };
  expect((await events()).slice(before)).toEqual([
    { event: "maintenance.on", result: "closed", ...kept },
    { event: "maintenance.bypassIssued", result: "ok", ...kept },
    { event: "maintenance.off", result: "opened", ...kept },
    { event: "maintenance.off", result: "wasOpen", ...kept },
  ]);
});
