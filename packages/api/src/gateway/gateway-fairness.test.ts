import { setTimeout as pause } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { hashingPool } from "../passwords/hashing-pool.adapter.ts";
import { gatewayRoutes } from "./gateway.route.ts";
import {
  createGatewayTestApi,
  homeOrigin,
  leadsTo,
  loginResultUrl,
  password,
  wrongPassword,
} from "./test/gateway-test-api.ts";

const testApi = closeAfterTests(await createGatewayTestApi());

const floodIp = "198.51.100.7";
const times = (count: number) => Array.from({ length: count }, (_, index) => index);

test("A-104 signs people in from other client IPs while one IP sends wrong passwords on 100 connections", async () => {
  const people = await Promise.all(times(12).map(() => testApi.createAccount()));
  const hashing = hashingPool({ cores: 1, waitMillis: 25_000 });
  const open = () => testApi.open({ hashing });
  let ended = false;
  const floodResponses: Response[] = [];
  const flood = times(100).map(async (connection) => {
    for (let count = 0; !ended; count += 1) {
      const name = `flood${connection}x${count}@courrier.example`;
      floodResponses.push(await open().signIn(name, wrongPassword, floodIp));
      // The flood shares this process with the gateway and must yield to it.
      await pause(500);
    }
  });
  const responses: Response[] = [];
  const lanes = times(4).map(async (lane) => {
    for (const [index, { email }] of people.entries())
      if (index % 4 === lane) responses.push(await open().signIn(email, password, `192.0.2.${index}`));
  });
  await Promise.all(lanes);
  ended = true;
  await Promise.all(flood);

  expect(responses.map(leadsTo)).toEqual(people.map(() => loginResultUrl("success")));
  const busy = floodResponses.filter(({ status }) => status === 503);
  expect(busy.length).toBeGreaterThan(0);
  expect(busy.every(({ headers }) => headers.get("retry-after") === "2")).toBe(true);
  const refusals = new Set(floodResponses.filter(({ status }) => status !== 503).map(leadsTo));
  expect([loginResultUrl("invalidCredentials"), loginResultUrl("unavailable")]).toEqual(
    expect.arrayContaining([...refusals]),
  );
});

test("A-092 signs in from a trusted browser while the queue is full of strangers", async () => {
  const held = Promise.withResolvers<void>();
  const hashing = hashingPool({ cores: 1, waitMillis: 25_000 });
  // Password checks of unknown names wait for the test; those of accounts run as usual.
  const holding = { hashing: { ...hashing, dummyVerify: () => held.promise } };
  const { email } = await testApi.createAccount();
  const ownerBrowser = testApi.open(holding);
  expect(leadsTo(await ownerBrowser.signIn(email, password, "192.0.2.1"))).toBe(loginResultUrl("success"));
  await ownerBrowser.get("/pkmslogout");

  const strangers = times(36).map((count) =>
    testApi.open(holding).signIn(`other${count}@courrier.example`, wrongPassword, `203.0.113.${count}`),
  );
  await vi.waitUntil(() => hashing.load().refused === 2, { timeout: 20_000 });
  const unknownBrowser = testApi.open(holding).signIn(email, password, "192.0.2.1");
  await vi.waitUntil(() => hashing.load().refused === 3, { timeout: 20_000 });
  const owner = ownerBrowser.signIn(email, password, "192.0.2.1");
  await vi.waitUntil(() => hashing.load().refused === 4, { timeout: 20_000 });
  held.resolve();

  expect((await unknownBrowser).status).toBe(503);
  expect(leadsTo(await owner)).toBe(loginResultUrl("success"));
  const busy = (await Promise.all(strangers)).filter(({ status }) => status === 503);
  expect(busy).toHaveLength(3);
});

test("A-104 gives a sender whose body does not arrive no place", async () => {
  const hashing = hashingPool({ cores: 1, waitMillis: 25_000 });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const headers = { origin: homeOrigin, "content-type": "application/x-www-form-urlencoded" };
  const init = { method: "POST", headers, body: readable, duplex: "half" } as const;
  const routes = gatewayRoutes({ ...testApi.deps, hashing });
  const slow = Promise.resolve(routes.request(new Request(`${homeOrigin}/pkmslogin.form`, init)));
  const writer = writable.getWriter();
  await writer.write(new TextEncoder().encode("username=flood%40courrier.example&password=Not-The"));
  expect(hashing.load()).toMatchObject({ running: 0, waiting: 0 });
  await writer.close();
  expect(leadsTo(await slow)).toBe(loginResultUrl("invalidCredentials"));
});
