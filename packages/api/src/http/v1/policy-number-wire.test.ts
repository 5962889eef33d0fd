import { accountEndpoints } from "@vestibule/contract/v1/account.endpoint.ts";
import { policyNumberRegistrationEndpoints } from "@vestibule/contract/v1/link.endpoint.ts";
import { describe, expect, test } from "vitest";
import { accountOf } from "../../../../../test/links.ts";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { factsOf, Registrant } from "../../../../../test/policy-number-registration.ts";
import { summaryOf } from "../../../../../test/recovery.ts";
import { newPerson } from "../../../../../test/registration.ts";
import { buildApi } from "../../build-api.ts";
import { withCircuitBreaker } from "../../directory/circuit-breaker.adapter.ts";

const testApi = await openTestApi();

const find = {
  policyNumber: "ZZZ9999",
  firstName: "Maëlle",
  lastName: "St-Onge",
  dateOfBirth: "1988-02-29",
  postalCode: "H2X 1Y4",
};
const calls = [
  { name: "find", path: accountEndpoints.find.path, body: find },
  {
    name: "validate",
    path: policyNumberRegistrationEndpoints.validate.path,
    body: { validationValue: "123456", replay: false },
  },
  {
    name: "create",
    path: policyNumberRegistrationEndpoints.create.path,
    body: { password: "Grand-Vent-42" },
  },
  {
    name: "authenticate",
    path: policyNumberRegistrationEndpoints.authenticate.path,
    body: { password: "Grand-Vent-42" },
  },
];
const post = async (path: string, body: string, headers: Record<string, string> = {}) => {
  const response = await testApi.apis[0].request(path.replace(/\{\w+\}/g, "someone"), {
    method: "POST",
    body,
    headers: { "api-key": "belair", "content-type": "application/json", ...headers },
  });
  return {
    status: response.status,
    json: (await response.json()) as Record<string, unknown>,
    headers: response.headers,
  };
};

describe.each(calls)("$name", ({ path, body }) => {
  test("A-065 A-167 refuses an unknown field and invalid JSON", async () => {
    const unknown = await post(path, `{"__proto__":{"verified":true},${JSON.stringify({ ...body, x: 1 }).slice(1)}`);
    expect(unknown).toMatchObject({ status: 400, json: { errorCode: 1000, fields: { x: "unknown" } } });
    expect(({} as { verified?: boolean }).verified).toBeUndefined();
    expect(await post(path, "{")).toMatchObject({ status: 400, json: { errorCode: 1000, fields: { body: "format" } } });
  });

  test("A-176 names each field with a value of another type", async () => {
    for (const field of Object.keys(body).filter((name) => name !== "replay"))
      for (const value of [1, true, null, ["x"], { $ne: "" }])
        expect(await post(path, JSON.stringify({ ...body, [field]: value }))).toMatchObject({
          status: 400,
          json: { errorCode: 1000, fields: { [field]: "format" } },
        });
  });

  test("is not cached, and answers 404 to an unknown id", async () => {
    const { status, headers } = await post(path, JSON.stringify(body));
    expect(status).toBe(404);
    expect(headers.get("cache-control")).toBe("no-store");
  });
});

test("A-170 find refuses a NUL or an unpaired surrogate and names the field", async () => {
  for (const value of ["Ma\u0000elle", "\ud800"])
    for (const field of Object.keys(find))
      expect(await post(accountEndpoints.find.path, JSON.stringify({ ...find, [field]: value }))).toMatchObject({
        status: 400,
        json: { errorCode: 1000, fields: { [field]: expect.any(String) } },
      });
});

test("A-187 find limits requests by client IP with Retry-After", async () => {
  const narrow = buildApi({ ...testApi.deps, clientIpLimitFactor: 1 / 60 });
  const registrant = new Registrant({ apis: [narrow, narrow] }, { clientIp: "192.0.2.77" });
  expect(summaryOf(await registrant.find(await newPerson(testApi)))).toBe("240");
  expect(await registrant.find(await newPerson(testApi))).toMatchObject({
    status: 429,
    error: { errorCode: 1429 },
    retryAfterSeconds: expect.any(Number),
  });
});

test("A-191 find answers 503 without logging personal data when the directory is unavailable", async () => {
  const person = await newPerson(testApi);
  const unavailable = Object.assign(new Error(`no connection for ${person.email}`), { code: "ECONNREFUSED" });
  const directory = { ...testApi.deps.directory, findByPolicyNumber: () => Promise.reject(unavailable) };
  const broken = buildApi({ ...testApi.deps, directory });
  testApi.logged.length = 0;
  expect(summaryOf(await new Registrant({ apis: [broken, broken] }).find(person))).toBe("503 1503");
  expect(testApi.logged.join()).not.toMatch(/courrier|St-Onge/);
});

test("F-17 find answers a directory timeout with its own code and Retry-After", async () => {
  const person = await newPerson(testApi);
  const slow = { ...testApi.deps.directory, findByPolicyNumber: () => new Promise<never>(() => {}) };
  const callLimits = { timeoutMilliseconds: 10, circuitFailures: 5, circuitSeconds: 10 };
  const slowApi = buildApi({ ...testApi.deps, directory: withCircuitBreaker(slow, callLimits) });
  const result = await new Registrant({ apis: [slowApi, slowApi] }).find(person);
  expect(summaryOf(result)).toBe("503 1504");
  expect(result).toMatchObject({ retryAfterSeconds: 10 });
});

test("A-191 logs nothing personal in a registration", async () => {
  const person = await newPerson(testApi, { pin: "K7M2P9QX" });
  testApi.logged.length = 0;
  const registrant = new Registrant(testApi);
  await registrant.find(person, { lastName: "Lavoie" });
  await registrant.proven(testApi, person);
  await registrant.create({ ...factsOf(person), postalCode: "G1R 4S9" });
  await registrant.create(factsOf(person));
  expect(testApi.logged.join()).not.toMatch(/courrier|St-Onge|Lavoie|H2X|G1R|K7M2|Grand-Vent/);
});

test("records in the audit trail which fact did not match, but not its value", async () => {
  const person = await newPerson(testApi);
  await accountOf(testApi, person);
  const registrant = new Registrant(testApi);
  for (const typed of [{ policyNumber: "YYY9999" }, { lastName: "Lavoie" }, { postalCode: "G1R 4S9" }, {}])
    await registrant.find(person, typed);
  const { rows } = await testApi.pool.query(
    "select event, result, facts::text from audit_event where facts->>'apiVersion' = 'v1' order by id desc limit 5",
  );
  expect(rows.map(({ event, result }) => `${event} ${result}`).reverse()).toEqual([
    "registration.notFound policy",
    "registration.notFound name",
    "registration.notFound postalCode",
    "registration.identified ok",
    "registration.alreadyRegistered refused",
  ]);
  expect(rows.map(({ facts }) => facts).join()).not.toMatch(/YYY|Lavoie|G1R|St-Onge/);
});
