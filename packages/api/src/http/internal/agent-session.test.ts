import { limits } from "@vestibule/catalogue/limit.table.ts";
import { createClient } from "@vestibule/contract/api.client.ts";
import { agentSessionEndpoints } from "@vestibule/contract/internal/agent-session.endpoint.ts";
import { supportDeskEndpoints } from "@vestibule/contract/internal/support-desk.endpoint.ts";
import { expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { dataOf } from "../../../../../test/recovery.ts";
import { deskCaller, supportDeskOf } from "../../../../../test/support-desk.ts";
import { testAgents } from "../../../../../test/test-api.ts";
import { buildApi } from "../../build-api.ts";
import { openAgentSessionBySecret } from "../../flows/agent-session/agent-session.ts";
import { limitStore } from "../../limits/limit.store.ts";

const testApi = await openTestApi({ clientIpLimitFactor: 1 });
const noAgents = buildApi({ ...testApi.deps, agents: {} });
const serviceCredential = "another-credential";
const amelie = { agentId: "amelie", secret: testAgents.amelie };

const settings = {
  baseUrl: "http://api.internal",
  fetch: (request: Request) => testApi.apis[Math.floor(Math.random() * 2) as 0 | 1].fetch(request),
};
const client = createClient(agentSessionEndpoints, settings);
const from = (clientIp: string) => ({
  ...deskCaller,
  serviceCredential,
  headers: { "x-vestibule-client-ip": clientIp },
});

let nextClientIp = 0;
const newIp = () => `198.51.100.${++nextClientIp}`;

async function eventsSince<Result>(run: () => Promise<Result>) {
  const { rows: before } = await testApi.pool.query("select coalesce(max(id), 0) as id from audit_event");
  const result = await run();
  const { rows: events } = await testApi.pool.query(
    "select event, result, actor, facts from audit_event where id > $1 order by id",
    [before[0].id],
  );
  return { result, events };
}

test("opens, reads and ends a session, and audits it under the agent's id", async () => {
  const by = from(newIp());
  const { result: token, events } = await eventsSince(async () => {
    const { token, agentId } = dataOf(await client.signIn(by, amelie));
    expect(agentId).toBe("amelie");
    expect(dataOf(await client.read({ ...by, agent: { session: token } }))).toMatchObject({
      state: "open",
      agentId: "amelie",
    });
    await client.signOut({ ...by, agent: { session: token } });
    await client.signOut({ ...by, agent: { session: token } });
    return token;
  });
  expect(dataOf(await client.read({ ...by, agent: { session: token } }))).toEqual({
    state: "ended",
    signInBy: "secret",
  });
  expect(dataOf(await client.read(by))).toEqual({ state: "none", signInBy: "secret" });
  expect(events.map(({ event, actor }) => [event, actor])).toEqual([
    ["agent.signedIn", "agent:amelie"],
    ["agent.signedOut", "agent:amelie"],
  ]);
  const { rows } = await testApi.pool.query("select * from agent_session");
  expect(JSON.stringify(rows)).not.toContain(token);
});

test("refuses desk requests with the token of an ended session", async () => {
  const by = from(newIp());
  const { token } = dataOf(await client.signIn(by, amelie));
  const code = await supportDeskOf(testApi).reference({});
  const desk = createClient(supportDeskEndpoints, settings);
  const caller = { ...by, agent: { session: token }, brandId: "belair" };
  expect(await desk.look(caller, code)).toMatchObject({ kind: "ok" });
  await client.signOut({ ...by, agent: { session: token } });
  expect(await desk.look(caller, code)).toMatchObject({ status: 403, error: { errorCode: 3004 } });
  expect(await desk.unlock(caller, code)).toMatchObject({ status: 403 });
});

test("answers 429 after ten wrong secrets, audits each refusal, and stores no secret", async () => {
  const by = from(newIp());
  const guesses = Array.from({ length: 20 }, (_, count) => `guess-number-${count}-of-a-secret`);
  const { result: statuses, events } = await eventsSince(async () => {
    const results = [];
    for (const secret of guesses) results.push(await client.signIn(by, { ...amelie, secret }));
    return results.map((result) => (result.kind === "unavailable" ? 0 : result.status));
  });
  const { limit } = limits.agentSecretPair;
  expect(statuses).toEqual([...Array(limit).fill(400), ...Array(20 - limit).fill(429)]);
  expect(events).toHaveLength(limit);
  expect(events[0]).toMatchObject({ event: "agent.signInRefused", result: "wrong", facts: { agent: "amelie" } });
  expect(events.at(-1)?.facts).toMatchObject({ limit: "agentSecretPair" });
  expect(JSON.stringify(events) + testApi.logged.join("")).not.toContain("guess-number");
  expect(await client.signIn(by, amelie)).toMatchObject({ status: 429 });
  expect(await client.signIn(from(newIp()), amelie)).toMatchObject({ status: 201 });
});

test("limits guesses at one agent over many client IPs, but not from an IP that the agent used before", async () => {
  const office = from(newIp());
  dataOf(await client.signIn(office, { agentId: "bruno", secret: testAgents.bruno }));
  const guess = () => client.signIn(from(newIp()), { agentId: "bruno", secret: "a guess" });
  for (let count = 0; count < limits.agentSecretAgent.limit; count++)
    expect(await guess()).toMatchObject({ status: 400 });
  expect(await guess()).toMatchObject({ status: 429, retryAfterSeconds: expect.any(Number) });
  const right = { agentId: "bruno", secret: testAgents.bruno };
  expect(await client.signIn(from(newIp()), right)).toMatchObject({ status: 429 });
  expect(await client.signIn(office, right)).toMatchObject({ status: 201 });
});

test("counts an unknown id like a known one and does not store what was typed", async () => {
  const by = from(newIp());
  const { events } = await eventsSince(async () => {
    for (let count = 0; count < limits.agentSecretPair.limit; count++)
      expect(await client.signIn(by, { agentId: "my-secret-in-the-wrong-box", secret: "x" })).toMatchObject({
        status: 400,
        error: { errorCode: 3005 },
      });
    expect(await client.signIn(by, { agentId: "my-secret-in-the-wrong-box", secret: "x" })).toMatchObject({
      status: 429,
    });
  });
  expect(JSON.stringify(events) + testApi.logged.join("")).not.toContain("wrong-box");
});

test("counts a guess whose refusal the audit trail cannot store", async () => {
  const clientIp = newIp();
  const auditor = { record: () => Promise.reject(new Error("the trail is unavailable")) };
  const guess = { agentId: "amelie", secret: "a guess", clientIp };
  await expect(
    openAgentSessionBySecret({ ...testApi.deps, limits: limitStore(testApi.deps), auditor }, guess),
  ).rejects.toThrow("trail");
  const window = { limit: "agentSecretClientIp", subject: clientIp } as const;
  const counted = await limitStore(testApi.deps).consume(testApi.database, window);
  expect(counted).toMatchObject({ kind: "allowed", left: limits.agentSecretClientIp.limit - 2 });
});

test.each(["a\u0000b", "\ud800"])(
  "A-170 refuses the id %j, which the database cannot store, at its field",
  async (agentId) => {
    expect(await client.signIn(from(newIp()), { ...amelie, agentId })).toMatchObject({
      status: 400,
      error: { fields: { agentId: "format" } },
    });
  },
);

test("lets no more than the limit through when wrong secrets arrive at once on two servers", async () => {
  const by = from(newIp());
  const results = await Promise.all(
    Array.from({ length: 30 }, () => client.signIn(by, { agentId: "nobody", secret: "a guess" })),
  );
  const wrong = results.filter((result) => result.kind === "error" && result.status === 400);
  expect(wrong.length).toBeLessThanOrEqual(limits.agentSecretPair.limit);
  expect(results.every((result) => result.kind === "error" && [400, 429, 503].includes(result.status))).toBe(true);
});

test("limits wrong bearer tokens by client IP, audits them, and always accepts a correct one", async () => {
  const clientIp = newIp();
  const request = (credential: string, from = clientIp) =>
    testApi.apis[0].request("/internal/v1/metrics", {
      headers: { authorization: `Bearer ${credential}`, "x-vestibule-client-ip": from },
    });
  const { limit } = limits.serviceBearerClientIp;
  const { events } = await eventsSince(async () => {
    for (let count = 0; count < limit; count++) expect((await request("a-wrong-bearer")).status).toBe(401);
    const refused = await request("a-wrong-bearer");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });
  expect(events).toHaveLength(limit);
  expect(events.at(-1)).toMatchObject({ event: "service.refused", facts: { limit: "serviceBearerClientIp" } });
  expect(JSON.stringify(events) + testApi.logged.join("")).not.toContain("a-wrong-bearer");
  expect((await request(serviceCredential)).status).toBe(200);
  expect((await request("a-wrong-bearer", newIp())).status).toBe(401);
});

test("checks the service credential first, then answers 404 without configured agents", async () => {
  const by = from(newIp());
  const wrong = { ...by, serviceCredential: "a-guess" };
  expect(await client.signIn(wrong, amelie)).toMatchObject({ kind: "unavailable" });
  const closed = createClient(agentSessionEndpoints, { ...settings, fetch: (request) => noAgents.fetch(request) });
  expect(await closed.signIn(by, amelie)).toMatchObject({ status: 404 });
  expect(await closed.read(by)).toMatchObject({ status: 404 });
});

test("limits lookups of unknown references by agent and by client IP, and does not count found ones", async () => {
  const found = await supportDeskOf(testApi).reference({});
  const desk = createClient(supportDeskEndpoints, settings);
  const clientIp = newIp();
  const by = (id: string) => ({ ...from(clientIp), agent: { id }, brandId: "belair" });
  const look = (id: string, code: string) => desk.look(by(id), code);
  for (let count = 0; count < limits.referenceMissAgent.limit + 5; count++)
    expect(await look("chloe", found)).toMatchObject({ kind: "ok" });
  await testApi.pool.query("delete from support_reference where code <> $1", [found]);
  const unknown = await supportDeskOf(testApi).reference({});
  await testApi.pool.query("delete from support_reference where code = $1", [unknown]);
  for (let count = 0; count < limits.referenceMissAgent.limit; count++)
    expect(await look("chloe", unknown)).toMatchObject({ status: 404 });
  expect(await look("chloe", unknown)).toMatchObject({ status: 429, error: { errorCode: 1429 } });
  expect(await look("chloe", found)).toMatchObject({ status: 429 });
  expect(await look("denis", found)).toMatchObject({ kind: "ok" });
  const others = limits.referenceMissClientIp.limit - limits.referenceMissAgent.limit;
  for (let count = 0; count < others; count++)
    expect(await look(`agent-${count % 7}`, unknown)).toMatchObject({ status: 404 });
  expect(await look("denis", found)).toMatchObject({ status: 429 });
  await testApi.moveClock(3601);
  expect(await look("denis", found)).toMatchObject({ kind: "ok" });
});
