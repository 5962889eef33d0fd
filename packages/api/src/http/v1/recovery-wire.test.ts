import { recoveryEndpoints } from "@vestibule/contract/v1/recovery.endpoint.ts";
import { describe, expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { newestReset, newHolder, nextPassword, Recoverer, summaryOf } from "../../../../../test/recovery.ts";
import { buildApi } from "../../build-api.ts";

const testApi = await openTestApi();

const bodies: Record<keyof typeof recoveryEndpoints, object> = {
  reset: { email: "nobody@courrier.example" },
  sendAgain: { mediumType: "EMAIL", notificationType: "RESET_PSW" },
  validate: { validationValue: "123456" },
  temporary: { tempPassword: "Not-The-One-1" },
  extend: { token: "none" },
  password: { password: nextPassword, token: "none" },
};
const post = async (path: string, body: string, headers: Record<string, string> = {}) => {
  const response = await testApi.apis[0].request(path.replace(/\{\w+\}/, "someone"), {
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

describe.each(Object.entries(recoveryEndpoints))("%s", (name, { path }) => {
  const body = bodies[name as keyof typeof recoveryEndpoints];

  test("A-065 refuses an unknown field, invalid JSON and an empty object", async () => {
    const unknown = await post(path, JSON.stringify({ ...body, id: "1" }));
    expect(unknown).toMatchObject({ status: 400, json: { errorCode: 1000, fields: { id: "unknown" } } });
    expect(await post(path, "{")).toMatchObject({ status: 400, json: { errorCode: 1000, fields: { body: "format" } } });
    expect(await post(path, "{}")).toMatchObject({ status: 400, json: { errorCode: 1000 } });
  });

  test("is not cached, and answers 404 to an unknown id", async () => {
    const { status, headers } = await post(path, JSON.stringify(body));
    expect(status).toBe(name === "reset" ? 200 : 404);
    expect(headers.get("cache-control")).toBe("no-store");
  });
});

test("pwd-version is accepted and ignored", async () => {
  const person = new Recoverer(testApi);
  const { accountEmail } = await newHolder(testApi);
  const id = await person.startReset(accountEmail);
  const { token } = await newestReset(testApi, accountEmail);
  const text = JSON.stringify({ password: nextPassword, token, postalCode: "H2X 1Y4" });
  expect((await post(`/api/v1/accounts/${id}/password?pwd-version=99`, text)).status).toBe(200);
});

test("A-191 answers 503 for known and unknown e-mails when the directory is unavailable, and logs no e-mail", async () => {
  const { accountEmail } = await newHolder(testApi);
  const unavailable = Object.assign(new Error(`no connection for ${accountEmail}`), { code: "ECONNREFUSED" });
  const directory = { ...testApi.deps.directory, findByPerson: () => Promise.reject(unavailable) };
  const broken = buildApi({ ...testApi.deps, directory });
  testApi.logged.length = 0;
  const person = new Recoverer({ apis: [broken, broken] });
  for (const email of [accountEmail, "nobody@courrier.example"])
    expect(summaryOf(await person.calls.reset(person.caller, { email }))).toBe("503 1503");
  expect(testApi.logged.join()).not.toContain("courrier");
});
