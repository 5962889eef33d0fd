import { createClient } from "@vestibule/contract/api.client.ts";
import { accountEndpoints } from "@vestibule/contract/v1/account.endpoint.ts";
import { beforeAll, expect, test } from "vitest";
import { closeAfterTests } from "../../../../../test/open-test-api.ts";
import { fillFor } from "../../../../../test/puzzle.ts";
import { createTestApi, testAccount } from "../../../../../test/test-api.ts";
import { readOpaqueId } from "../../accounts/opaque-id.rule.ts";
import { buildApi } from "../../build-api.ts";

const testApi = closeAfterTests(await createTestApi());
const api = buildApi(testApi.deps);
const ids: Record<"A" | "T" | "L", string> = { A: "", T: "", L: "" };
beforeAll(async () => {
  for (const status of ["A", "T", "L"] as const)
    ids[status] = await testAccount(testApi, {
      email: emailOf(status),
      password: "Grand-Vent-42",
      status,
      personKey: status,
    });
});

const emailOf = (status: string) => `status-${status.toLowerCase()}@courrier.example`;
const caller = { apiKey: "belair", province: "qc", language: "fr", headers: { "x-vestibule-client-ip": "192.0.2.1" } };
const client = () =>
  createClient(accountEndpoints, { baseUrl: "http://localhost", fetch: (request) => api.fetch(request) });

async function post(body: string, headers: Record<string, string> = {}) {
  const response = await api.request("/api/v1/accounts/find", {
    method: "POST",
    body,
    headers: { "api-key": "belair", "content-type": "application/json", ...headers },
  });
  return { response, json: (await response.json()) as Record<string, unknown> };
}

test("finding an account reveals a temporary password, and nothing else about the account", async () => {
  for (const [email, status] of [
    [emailOf("A"), "A"],
    [emailOf("T"), "T"],
    [emailOf("L"), "A"],
    ["nobody@courrier.example", "A"],
  ] as const)
    expect(await client().find(caller, { email })).toMatchObject({ kind: "ok", status: 200, data: { status } });
});

test("finding runs the same queries for known and unknown e-mails", async () => {
  const questions = async (email: string) => {
    const requested: string[] = [];
    const database = testApi.database.withPlugin({
      transformQuery: ({ node }) => {
        // Statements of equal text; their values differ.
        requested.push(JSON.stringify(node, (key, value) => (key === "value" ? undefined : value)));
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const counted = buildApi({ ...testApi.deps, database });
    await createClient(accountEndpoints, {
      baseUrl: "http://localhost",
      fetch: (request) => counted.fetch(request),
    }).find(caller, { email });
    return requested;
  };
  const known = await questions(emailOf("A"));
  expect(known).not.toEqual([]);
  expect(await questions("nobody@courrier.example")).toEqual(known);
});

test("an id opens under its own brand and purpose only, and a decoy opens to no account", async () => {
  const find = async (email: string) => {
    const result = await client().find(caller, { email });
    return result.kind === "ok" ? result.data.id : "";
  };
  const known = await find(emailOf("A"));
  const again = await find(emailOf("A"));
  const decoy = await find("nobody@courrier.example");
  const open = (text: string, brandId = "belair") =>
    readOpaqueId(testApi.deps.keys.secretHash, { purpose: "signIn", brandId, text });
  expect(known).not.toBe(again);
  expect(open(known)).toEqual({ id: ids.A, email: emailOf("A") });
  expect(open(decoy)).toEqual({ id: undefined, email: "nobody@courrier.example" });
  expect(open(known, "intact")).toBeUndefined();
  expect(open(`${known.slice(0, 30)}${known[30] === "A" ? "B" : "A"}${known.slice(31)}`)).toBeUndefined();
  expect(open(ids.A)).toBeUndefined();
});

test.each<[string, string, Record<string, string>]>([
  ["a missing e-mail", "{}", { email: "required" }],
  ["an e-mail that is none", '{"email":"a@b"}', { email: "email" }],
  ["a number", '{"email":1}', { email: "format" }],
  ["a list", '{"email":["a@b.ca"]}', { email: "format" }],
  ["a NUL", '{"email":"a\\u0000@b.example"}', { email: "email" }],
  ["80 characters", JSON.stringify({ email: `${"a".repeat(66)}@courrier.example` }), { email: "maxlength" }],
  ["255 characters", JSON.stringify({ email: "a".repeat(255) }), { email: "maxlength" }],
  ["an unknown field", '{"email":"a@bc.example","x":1}', { x: "unknown" }],
  ["no JSON", "{", { body: "format" }],
])("A-065 refuses %s", async (_what, body, fields) => {
  const { response, json } = await post(body);
  expect(response.status).toBe(400);
  expect(json).toEqual({ errorCode: 1000, message: expect.any(String), fields });
});

test("A-028 A-059 refuses full-width characters and a second e-mail field", async () => {
  expect((await post('{"email":"ａ@courrier.example"}')).json).toMatchObject({
    errorCode: 1000,
    fields: { email: "email" },
  });
  expect((await post('{"email":"a@bc.example","username":"b@bc.example"}')).response.status).toBe(400);
});

test("answers an oversized body, another media type and an unknown api-key with distinct statuses", async () => {
  const email = JSON.stringify({ email: "a@courrier.example" });
  expect((await post(JSON.stringify({ email: "x".repeat(17_000) }))).response.status).toBe(413);
  expect((await post(email, { "content-type": "text/plain" })).response.status).toBe(415);
  const { response, json } = await post(email, { "api-key": "nobody" });
  expect([response.status, json.errorCode]).toEqual([403, 3008]);
});

test("limits a client IP to 60 requests a minute, and accepts it again after Retry-After", async () => {
  const deps = { ...testApi.deps, clientIpLimitFactor: 1 };
  const narrow = buildApi(deps);
  const send = () =>
    createClient(accountEndpoints, { baseUrl: "http://localhost", fetch: (request) => narrow.fetch(request) }).find(
      { ...caller, headers: { "x-vestibule-client-ip": "192.0.2.77" } },
      { email: "nobody@courrier.example" },
    );
  await fillFor({ ...testApi, deps }, "192.0.2.77", "findClientIp", 58 / 60);
  for (let count = 0; count < 2; count++) expect((await send()).kind).toBe("ok");
  const result = await send();
  expect(result).toMatchObject({ kind: "error", status: 429, error: { errorCode: 1429 } });
  const wait = result.kind === "error" ? (result.retryAfterSeconds ?? 0) : 0;
  await testApi.moveClock(wait + 1);
  expect((await send()).kind).toBe("ok");
});

test("A-191 answers 503 without logging the e-mail when the database is unavailable", async () => {
  testApi.logged.length = 0;
  const unavailable = Object.assign(new Error("connection refused for status-a@courrier.example"), {
    code: "ECONNREFUSED",
  });
  const database = testApi.database.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: () => Promise.reject(unavailable),
  });
  const broken = buildApi({ ...testApi.deps, database });
  const result = await createClient(accountEndpoints, {
    baseUrl: "http://localhost",
    fetch: (request) => broken.fetch(request),
  }).find(caller, {
    email: emailOf("A"),
  });
  expect(result).toMatchObject({ kind: "error", status: 503, error: { errorCode: 1503 }, retryAfterSeconds: 5 });
  expect(JSON.stringify(result)).not.toContain("courrier");
  expect(testApi.logged.join()).toContain("ECONNREFUSED");
  expect(testApi.logged.join()).not.toContain("courrier");
});

test("the health check answers 200", async () => {
  expect(await client().welcome(caller)).toEqual({ kind: "ok", status: 200, data: {} });
});

test("the client reports a timeout, an unavailable API and a response that is not JSON", async () => {
  const request = (fetch: () => Promise<Response>, timeoutMilliseconds = 25_000) =>
    createClient(accountEndpoints, { baseUrl: "http://localhost", fetch, timeoutMilliseconds }).welcome(caller);
  expect(await request(() => new Promise(() => {}), 20)).toEqual({ kind: "unavailable", reason: "timeout" });
  expect(await request(() => Promise.reject(new Error("refused")))).toEqual({
    kind: "unavailable",
    reason: "connectionFailed",
  });
  expect(await request(async () => new Response("<html>"))).toEqual({ kind: "unavailable", reason: "invalidResponse" });
  expect(await request(async () => new Response("<html>", { status: 502 }))).toEqual({
    kind: "unavailable",
    reason: "invalidResponse",
  });
});
