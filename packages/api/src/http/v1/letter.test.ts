import { createClient } from "@vestibule/contract/api.client.ts";
import { insurerSystemEndpoints } from "@vestibule/contract/internal/insurer-system.endpoint.ts";
import { helpEndpoints } from "@vestibule/contract/v1/help.endpoint.ts";
import { describe, expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { Registrant } from "../../../../../test/policy-number-registration.ts";
import { newPerson, type TestPerson, Visitor } from "../../../../../test/registration.ts";
import { DirectoryOutage } from "../../directory/circuit-breaker.adapter.ts";
import { openLetterRequests } from "../../flows/request-letter/letter-request.store.ts";
import { deletePastRows } from "../../retention/retention.store.ts";

const testApi = await openTestApi();
const pin = "AB12CD34";
const credential = testApi.deps.serviceCredentials[0] ?? "";
const headers = { authorization: `Bearer ${credential}`, "content-type": "application/json" };
const call = (path: string, init: RequestInit = {}) =>
  testApi.apis[0].fetch(new Request(`http://api.internal${path}`, { headers, ...init }));

async function openLetters(person: TestPerson) {
  const response = await call("/internal/v1/letters?brand=belair");
  const { letters } = insurerSystemEndpoints.letters.responses[200].body.parse(await response.json());
  return letters.filter(({ policyNumber }) => policyNumber === person.policy.policyNumber);
}

async function ask(registration: string, apiKey = "belair") {
  const response = await testApi.apis[0].fetch(
    new Request("http://api.internal/api/v1/letter-requests", {
      method: "POST",
      headers: { "api-key": apiKey, province: "QC", language: "fr", "content-type": "application/json" },
      body: JSON.stringify({ registration }),
    }),
  );
  return { status: response.status, text: await response.text() };
}

async function atPin() {
  const person = await newPerson(testApi, { pin });
  const visitor = new Visitor(testApi.apis);
  await visitor.toCode(person, { option: "PIN" });
  return { person, visitor };
}

async function eventsOf(person: TestPerson) {
  const { rows } = await testApi.pool.query(
    `select e.event, e.result from audit_event e join letter_request l on l.journey_id::text = e.journey_id::text
     where l.person_key = $1 and e.event like 'letter.%' order by e.id`,
    [person.personKey],
  );
  return rows.map(({ event, result }) => `${event} ${result}`);
}

describe("a letter with a new PIN", () => {
  test("is listed for the insurer until it is acknowledged", async () => {
    const { person, visitor } = await atPin();
    expect(await ask(visitor.token ?? "")).toEqual({ status: 202, text: "{}" });
    const [letter] = await openLetters(person);
    expect(letter).toMatchObject({ brand: "belair", role: 40, firstName: person.policy.firstName });
    const acknowledge = () => call(`/internal/v1/letters/${letter?.id}/acknowledge`, { method: "POST" });
    expect((await acknowledge()).status).toBe(204);
    expect((await acknowledge()).status).toBe(404);
    expect(await openLetters(person)).toEqual([]);
    expect(await eventsOf(person)).toEqual(["letter.requested ok", "letter.acknowledged ok"]);
  });

  test("is stored once and answered alike, however often and from however many sessions it is requested", async () => {
    const { person, visitor } = await atPin();
    const another = new Visitor(testApi.apis);
    await another.toCode(person, { option: "PIN" });
    const responses = await Promise.all([visitor, visitor, another, another].map(({ token }) => ask(token ?? "")));
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(["202 {}"]));
    expect(await openLetters(person)).toHaveLength(1);
  });

  test("is not stored again within the limit after the first was acknowledged", async () => {
    const { person, visitor } = await atPin();
    await ask(visitor.token ?? "");
    const [letter] = await openLetters(person);
    await call(`/internal/v1/letters/${letter?.id}/acknowledge`, { method: "POST" });
    expect(await ask(visitor.token ?? "")).toEqual({ status: 202, text: "{}" });
    expect(await openLetters(person)).toEqual([]);
  });

  test("can be requested after wrong PINs have ended the session, which stays ended", async () => {
    const { person, visitor } = await atPin();
    const token = visitor.token ?? "";
    let last = token;
    for (let attempt = 0; attempt < 6; attempt += 1) {
      last = visitor.token ?? last;
      const result = await visitor.call("verify", { securityCode: "ZZ99ZZ99" });
      if (result.kind === "error" && result.error.error === "EXCEEDED_RETRIES_CODE_ACTIVATION") break;
    }
    expect(await ask(last)).toMatchObject({ status: 202 });
    expect(await openLetters(person)).toHaveLength(1);
    expect(await visitor.call("page")).toMatchObject({ kind: "error" });
  });

  test.each([
    ["nothing that was signed here", async () => "abc.def.ghi"],
    [
      "a session without an identified person",
      async () => {
        const visitor = new Visitor(testApi.apis);
        await visitor.start("policyHolder");
        return visitor.token ?? "";
      },
    ],
    [
      "a person without a PIN on file",
      async () => {
        const person = await newPerson(testApi);
        const visitor = new Visitor(testApi.apis);
        await visitor.toCode(person);
        return visitor.token ?? "";
      },
    ],
  ])("is refused for %s", async (_what, registration) => {
    expect((await ask(await registration())).status).toBe(404);
  });

  test("is listed while the policy directory of another company is unavailable", async () => {
    const { person, visitor } = await atPin();
    await ask(visitor.token ?? "");
    const { directory } = testApi.deps;
    const requested: string[] = [];
    await testApi.pool.query(
      `insert into letter_request (brand, company, policy_number, role, person_key, language, journey_id, requested_at)
       select 'intact', 'intact', 'NL880990' || n, 40, 'person ' || n, 'en', gen_random_uuid(), '2026-01-01'
       from generate_series(1, 101) as n`,
    );
    const away: typeof directory.findByPerson = async (query) => {
      requested.push(...query.companies);
      if (query.companies.includes("intact")) throw new DirectoryOutage();
      return directory.findByPerson(query);
    };
    const { database } = testApi;
    const letters = await openLetterRequests({ database, directory: { ...directory, findByPerson: away } }, {});
    expect(letters.some(({ policyNumber }) => policyNumber === person.policy.policyNumber)).toBe(true);
    expect(letters.some(({ company }) => company === "intact")).toBe(false);
    expect(requested.filter((company) => company === "intact")).toHaveLength(1);
  });

  test("is refused under another brand", async () => {
    const { person, visitor } = await atPin();
    expect((await ask(visitor.token ?? "", "intact")).status).toBe(404);
    expect(await openLetters(person)).toEqual([]);
  });

  test("can be requested from a registration by policy number too", async () => {
    const person = await newPerson(testApi, { pin });
    const registrant = new Registrant(testApi);
    await registrant.found(person);
    expect((await ask(registrant.id)).status).toBe(202);
    expect(await openLetters(person)).toHaveLength(1);
  });

  test("is deleted 30 days after it was acknowledged, and after 90 days in any case", async () => {
    const count = async () => (await testApi.pool.query("select count(*)::int as n from letter_request")).rows[0].n;
    await testApi.pool.query(
      "update letter_request set acknowledged_at = app_now() - interval '31 days' where acknowledged_at is not null",
    );
    await testApi.pool.query(
      "update letter_request set requested_at = app_now() - interval '91 days' where acknowledged_at is null",
    );
    expect(await count()).toBeGreaterThan(0);
    await deletePastRows(testApi.database);
    expect(await count()).toBe(0);
  });
});

test("lists letters only with a service credential", async () => {
  for (const [path, method] of [
    ["/internal/v1/letters", "GET"],
    ["/internal/v1/letters/00000000-0000-4000-8000-000000000000/acknowledge", "POST"],
  ] as const)
    expect((await call(path, { method, headers: {} })).status).toBe(401);
  expect((await call("/internal/v1/letters?brand=nobody")).status).toBe(400);
});

test("the client reports whether a letter was requested", async () => {
  const { visitor } = await atPin();
  const client = createClient(helpEndpoints, {
    baseUrl: "http://api.internal",
    fetch: (request) => testApi.apis[0].fetch(request),
  });
  const caller = { apiKey: "belair", province: "qc", language: "fr" };
  expect(await client.requestLetter(caller, { registration: visitor.token ?? "" })).toMatchObject({ kind: "ok" });
  expect(await client.requestLetter(caller, { registration: "none" })).toMatchObject({ kind: "error", status: 404 });
});
