import { createClient } from "@vestibule/contract/api.client.ts";
import { checkReference } from "@vestibule/contract/fields/support-reference.rule.ts";
import { helpEndpoints } from "@vestibule/contract/v1/help.endpoint.ts";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { dataOf } from "../../../../../test/recovery.ts";
import { findReference } from "../../references/support-reference.store.ts";

const journey = "0f8b0b9e-8f4e-4a53-9f43-0b0c8a2ad8f1";
let now = new Date();
const testApi = await openTestApi({ clientIpLimitFactor: 1, clock: { now: () => now } });
const [api] = testApi.apis;

beforeEach(async () => {
  await testApi.pool.query("truncate limit_window, support_reference");
});

const headers = (over: Record<string, string> = {}) => ({
  "api-key": "intact",
  province: "QC",
  language: "fr",
  "x-vestibule-client-ip": "192.0.2.7",
  ...over,
});
const post = (body: unknown, over: Record<string, string> = {}) =>
  api.request("/api/v1/support-references", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers(over) },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
const client = createClient(helpEndpoints, {
  baseUrl: "http://api.localhost",
  fetch: (request) => api.request(request),
});
const caller = { apiKey: "intact", province: "qc", language: "fr" };

describe("the chat's availability", () => {
  const request = async (query: string) => {
    const response = await api.request(`/chat-app/api/v1/availabilities${query}`, { headers: headers() });
    expect(response.status).toBe(200);
    return helpEndpoints.chatAvailabilities.responses[200].body.parse(await response.json()).data.data;
  };

  it("follows the chat's hours in the requested province", async () => {
    now = new Date("2026-02-24T01:30:00Z");
    const entry = { brand: "intact", language: "en", entrypoint: "Login" };
    expect(await request("?language=en&province=ab&entrypoint=Login")).toEqual([
      { ...entry, province: "ab", chatbot: true },
    ]);
    expect(await request("?language=fr&province=qc&entrypoint=Login")).toEqual([
      { ...entry, language: "fr", province: "qc", chatbot: false },
    ]);
  });

  it("falls back to the request's province and language for missing, unknown or repeated values", async () => {
    for (const query of ["", "?province=zz&language=de&entrypoint=x", "?province=qc&province=on&language=fr"])
      expect(await request(query)).toMatchObject([{ province: "qc", language: "fr", entrypoint: "Login" }]);
  });
});

describe("the hours", () => {
  it("reach the contract's client", async () => {
    now = new Date("2026-06-24T15:00:00Z");
    const hours = dataOf(await client.hours(caller));
    expect(hours?.telephone.week[0]?.occasion?.fr).toBe("Fête nationale du Québec");
    expect(hours?.telephone.state.kind).toBe("closed");
    expect(hours?.telephone.week).toHaveLength(7);
    expect(hours?.chat.state.kind).toBe("closed");
  });

  it("are undefined in the client when they do not arrive in time", async () => {
    const waits = () => new Promise<Response>(() => {});
    const slow = createClient(helpEndpoints, {
      baseUrl: "http://api.localhost",
      fetch: waits,
      timeoutMilliseconds: 20,
    });
    expect(await slow.hours(caller)).toEqual({ kind: "unavailable", reason: "timeout" });
    const away = createClient(helpEndpoints, {
      baseUrl: "http://api.localhost",
      fetch: () => Promise.reject(new Error("away")),
    });
    expect(await away.hours(caller)).toEqual({ kind: "unavailable", reason: "connectionFailed" });
    expect(await away.supportReference(caller, {})).toEqual({ kind: "unavailable", reason: "connectionFailed" });
  });
});

describe("a support reference", () => {
  it("is nine digits with a valid check digit, stored with ids and codes only", async () => {
    const result = await client.supportReference(caller, {
      journey,
      page: "/create-an-account/verify/code",
      agentCode: "R101",
      shownCode: "lnr500120",
    });
    const { code } = dataOf(result);
    expect(checkReference(code)).toBe(true);
    expect(await findReference(testApi.database, code)).toEqual({
      code,
      brandId: "intact",
      journey: { kind: "registration", id: journey },
      browserSessionId: undefined,
      facts: {
        page: "/create-an-account/verify/code",
        agentCode: "R101",
        shownCode: "lnr500120",
        province: "qc",
        language: "fr",
      },
      // Keyed hashes, one per client IP limit.
      clientIpKeys: expect.toSatisfy((keys) =>
        Object.values(keys as object).every((key) => /^[\w-]{43}$/.test(String(key))),
      ),
      madeAt: expect.any(Date),
    });
  });

  it("expires after seven days, and the next reference deletes it", async () => {
    const { code } = dataOf(await client.supportReference(caller, {}));
    await testApi.moveClock(7 * 86_400 - 60);
    expect(await findReference(testApi.database, code)).toBeDefined();
    await testApi.moveClock(120);
    expect(await findReference(testApi.database, code)).toBeUndefined();
    await client.supportReference(caller, {});
    const { rows } = await sql<{ code: string }>`select code from support_reference`.execute(testApi.ownerDatabase);
    expect(rows.map((row) => row.code)).not.toContain(code);
  });

  it.each([
    [{ page: "/verify?code=123456" }, "page"],
    [{ page: "javascript:alert(1)" }, "page"],
    [{ agentCode: "r101" }, "agentCode"],
    [{ shownCode: "ABC1234" }, "shownCode"],
    [{ journey: "eloise@exemple.ca" }, "journey"],
  ])("A-200 refuses a value that could be personal: %j", async (body, field) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errorCode: 1000, fields: { [field]: "format" } });
  });

  it("refuses unknown fields, broken JSON, other media types and large bodies", async () => {
    expect(await (await post({ email: "x@y.ca" })).json()).toMatchObject({
      errorCode: 1000,
      fields: { body: "unknown" },
    });
    expect((await post("{")).status).toBe(400);
    expect((await post("[]")).status).toBe(400);
    expect((await post("{}", { "content-type": "text/plain" })).status).toBe(415);
    expect((await post({ page: `/${"a".repeat(20_000)}` })).status).toBe(413);
  });

  it("A-187 is limited to thirty an hour per client IP, with Retry-After", async () => {
    for (let made = 0; made < 30; made += 1) expect((await post({})).status).toBe(201);
    const refused = await post({});
    expect(refused.status).toBe(429);
    expect(await refused.json()).toEqual({ errorCode: 1429, message: "too many requests" });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3000);
    expect((await post({}, { "x-vestibule-client-ip": "192.0.2.8" })).status).toBe(201);
    await testApi.moveClock(3601);
    expect((await post({})).status).toBe(201);
  });
});
