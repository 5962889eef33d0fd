import { setTimeout as pause } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { closeAfterTests } from "../../../../test/open-test-api.ts";
import { patientHashing } from "../../../../test/test-api.ts";
import { hashingPool } from "../passwords/hashing-pool.adapter.ts";
import { passwordCheckLimiter } from "../passwords/password-check-limiter.adapter.ts";
import { createGatewayTestApi, leadsTo, locationOf, password, wrongPassword } from "./test/gateway-test-api.ts";

const testApi = closeAfterTests(await createGatewayTestApi({ hashing: hashingPool(patientHashing) }));

const floodIp = "198.51.100.7";
const times = (count: number) => Array.from({ length: count }, (_, index) => index);

test("A-104 signs people in from other client IPs while one IP sends wrong passwords on 100 connections", async () => {
  const people = await Promise.all(times(12).map(() => testApi.createAccount()));
  const passwordChecks = passwordCheckLimiter({ slots: 12 });
  const open = () => testApi.open({ passwordChecks });
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

  expect(responses.map(leadsTo)).toEqual(people.map(() => locationOf("success")));
  const busy = floodResponses.filter(({ status }) => status === 503);
  expect(busy.length).toBeGreaterThan(0);
  expect(busy.every(({ headers }) => headers.get("retry-after") === "2")).toBe(true);
  const refusals = new Set(floodResponses.filter(({ status }) => status !== 503).map(leadsTo));
  expect([locationOf("invalidCredentials"), locationOf("unavailable")]).toEqual(expect.arrayContaining([...refusals]));
});

test("A-092 signs in from a trusted browser while all shared capacity is in use", async () => {
  const held = Promise.withResolvers<void>();
  const { hashing } = testApi.deps;
  const passwordChecks = passwordCheckLimiter({ slots: 8 });
  // Password checks of unknown names wait for the test; those of accounts run as usual.
  const holding = { hashing: { ...hashing, dummyVerify: () => held.promise }, passwordChecks };
  const { email } = await testApi.createAccount();
  const own = testApi.open(holding);
  expect(leadsTo(await own.signIn(email, password, "192.0.2.1"))).toBe(locationOf("success"));
  await own.get("/pkmslogout");

  const others = times(20).map((count) =>
    testApi.open(holding).signIn(`other${count}@courrier.example`, wrongPassword, `203.0.113.${count}`),
  );
  const isFull = () => {
    const release = passwordChecks.reserve({ clientIp: "192.0.2.1" });
    release?.();
    return release === undefined;
  };
  await vi.waitUntil(isFull, { timeout: 20_000 });
  const unknownUser = await testApi.open(holding).signIn(email, password, "192.0.2.1");
  const owner = await own.signIn(email, password, "192.0.2.1");
  held.resolve();
  await Promise.all(others);

  expect(unknownUser.status).toBe(503);
  expect(leadsTo(owner)).toBe(locationOf("success"));
});
