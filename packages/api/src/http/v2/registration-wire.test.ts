import { registrationErrors } from "@vestibule/catalogue/registration-error.table.ts";
import { type RegistrationEndpoint, registrationEndpoints } from "@vestibule/contract/v2/registration.endpoint.ts";
import { registrationBase, registrationErrorBody } from "@vestibule/contract/v2/registration.schema.ts";
import { describe, expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import {
  createBody,
  createRegistrationTestApi,
  newPerson,
  toCreate,
  Visitor,
} from "../../../../../test/registration.ts";
import { buildApi } from "../../build-api.ts";
import type { PolicyDirectory } from "../../directory/policy-directory.port.ts";
import { HashingBusy } from "../../passwords/password-hashing.port.ts";
import { openDatabase } from "../../platform/database.adapter.ts";

const testApi = await openTestApi();

const request = (path: string, init: RequestInit = {}, api = testApi.apis[0]) => {
  const headers = new Headers(init.headers);
  if (!headers.has("api-key")) headers.set("api-key", "belair");
  return api.request(registrationBase + path, { ...init, headers });
};
const started = async () => (await request("")).headers.get("x-registration-session") ?? "";
const post = async (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  request(path, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", "x-registration-session": await started(), ...headers },
  });
const accountType = JSON.stringify({ accountType: "policyHolder" });

describe("every response", () => {
  test("contains the request id and is not cached", async () => {
    const response = await request("", { headers: { "x-request-id": "request-0001" } });
    expect(response.headers.get("x-request-id")).toBe("request-0001");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect((await request("/page")).headers.get("x-request-id")).toMatch(/^[\w-]{8,64}$/);
  });

  test.each(["", "nobody"])("to the api-key %o is UNKNOWN_API_KEY", async (key) => {
    const response = await request("", { headers: { "api-key": key } });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: "UNKNOWN_API_KEY" });
  });

  test("uses the brand's default for a province or language that it does not serve", async () => {
    for (const [province, language, kept] of [
      ["QC", "fr", { province: "qc", language: "fr" }],
      ["MB", "fr", { province: "on", language: "fr" }],
      ["AB", "fr", { province: "ab", language: "en" }],
      ["__proto__", "xx", { province: "on", language: "en" }],
    ] as const) {
      const response = await request("", { headers: { province, language } });
      const token = response.headers.get("x-registration-session") ?? "";
      const { sid } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
      const session = await testApi.database
        .selectFrom("registration_attempt")
        .select(["province", "language"])
        .where("id", "=", sid)
        .executeTakeFirst();
      expect(session).toEqual(kept);
    }
  });

  test("to an unknown path is 404, and to HEAD has no effect", async () => {
    expect((await request("/nowhere")).status).toBe(404);
    const { rows: before } = await testApi.pool.query("select count(*)::int as n from registration_attempt");
    for (const path of ["", "/page", "/back", "/verify/options"]) {
      const response = await request(path, { method: "HEAD" });
      expect([response.status, response.headers.get("x-registration-session")]).toEqual([204, null]);
    }
    const { rows: after } = await testApi.pool.query("select count(*)::int as n from registration_attempt");
    expect(after).toEqual(before);
  });
});

describe("a body", () => {
  test.each(["application/json", "application/json; charset=utf-8", "Application/JSON;charset=UTF-8"])(
    "is read when its type is %s",
    async (type) => {
      expect((await post("/account-type", accountType, { "content-type": type })).status).toBe(200);
    },
  );

  test.each([
    "application/json\t; x",
    "application/json garbage",
    "application/json, text/plain",
    "application/json; charset=utf-16",
    "text/plain",
    "application/xml",
    "multipart/form-data; boundary=x",
    "application/x-www-form-urlencoded",
  ])("A-145 A-178 gets 415 when its type is %o", async (type) => {
    const response = await post("/account-type", accountType, { "content-type": type });
    expect([response.status, await response.json()]).toMatchObject([415, { error: "UNSUPPORTED_MEDIA_TYPE" }]);
  });

  test("A-169 gets 415 when compressed, and 400 with a BOM or invalid UTF-8", async () => {
    expect((await post("/account-type", accountType, { "content-encoding": "gzip" })).status).toBe(415);
    for (const bytes of [`\uFEFF${accountType}`, new Uint8Array([0x22, 0xff, 0xfe, 0x22])]) {
      const response = await post("/account-type", bytes);
      expect([response.status, await response.json()]).toMatchObject([400, { error: "INVALID_REQUEST" }]);
    }
  });

  test("A-164 gets 413 when it has 17 kB, with Content-Length or without", async () => {
    const long = JSON.stringify({ accountType: "x".repeat(17_000) });
    expect((await post("/account-type", long)).status).toBe(413);
    const stream = new Blob([long]).stream();
    const unannounced = await request("/account-type", { method: "POST", body: stream, duplex: "half" } as RequestInit);
    expect([unannounced.status, await unannounced.json()]).toMatchObject([413, { error: "PAYLOAD_TOO_LARGE" }]);
  });

  test.each([
    ["A-167 with __proto__", '{"__proto__":{"verified":true},"accountType":"policyHolder"}'],
    ["A-167 with constructor", '{"constructor":{"prototype":{}},"accountType":"policyHolder"}'],
    ["A-166 with very many keys", `{${Array.from({ length: 1500 }, (_, n) => `"k${n}":1`).join()}}`],
    ["A-176 that is an array", "[]"],
    ["A-176 that is null", "null"],
    ["A-176 that is a word", '"policyHolder"'],
    ["that is no JSON", "{"],
  ])("%s gets 400", async (_, body) => {
    const response = await post("/account-type", body);
    expect([response.status, await response.json()]).toMatchObject([400, { error: "INVALID_REQUEST" }]);
    expect(({} as { verified?: boolean }).verified).toBeUndefined();
  });

  test.each(["a\u0000b", "a\ud800b"])("A-170 with %j in a text field is refused at that field", async (value) => {
    const visitor = await new Visitor(testApi.apis).start("policyHolder");
    await visitor.call("identify", { method: "policyNumber" });
    const { policy } = await newPerson(testApi);
    for (const field of [...Object.keys(policy), "driverLicense", "driverLicenseProvince"])
      expect(await visitor.call("identify", { ...policy, [field]: value })).toMatchObject({
        status: 400,
        error: { fields: { [field]: "format" } },
      });
  });

  test("is refused for a call that takes none", async () => {
    const response = await post("/ticket", '{"x":1}');
    expect([response.status, await response.json()]).toMatchObject([400, { error: "INVALID_REQUEST" }]);
  });
});

describe("with a dependency unavailable", () => {
  const atEmail = async (more: Parameters<typeof createRegistrationTestApi>[0]) => {
    const other = await createRegistrationTestApi(more);
    const visitor = await new Visitor(other.apis).start("policyHolder");
    return { other, visitor, person: await newPerson(other) };
  };
  const directory = (find: PolicyDirectory["findByEmail"]): Partial<{ directory: PolicyDirectory }> => ({
    directory: {
      findByEmail: find,
      findByPolicyNumber: async () => [],
      findByPerson: async () => [],
      findByPersonId: async () => [],
      findById: async () => undefined,
    },
  });

  test("F-17 F-18 a directory error answers 500 without details, counts nothing and keeps the session", async () => {
    const { other, visitor } = await atEmail(directory(() => Promise.reject(new Error("secret detail"))));
    const result = await visitor.call("identify", { email: "who@is.example" });
    expect(result).toMatchObject({ status: 500, error: { error: "UNEXPECTED" } });
    expect(JSON.stringify(result)).not.toContain("secret");
    expect(other.logged.join()).not.toContain("secret");
    const { rows } = await other.pool.query("select count(*)::int as n from limit_window");
    expect(rows[0].n).toBe(0);
    expect(await visitor.call("page")).toMatchObject({ data: { page: "EMAIL_IDENTIFICATION" } });
    await other.close();
  });

  test("F-17 a directory timeout answers 503 with Retry-After, counts nothing and keeps the session", async () => {
    const { other, visitor } = await atEmail(directory(() => new Promise(() => {})));
    const result = await visitor.call("identify", { email: "who@is.example" });
    expect(result).toMatchObject({
      status: 503,
      error: { error: "DIRECTORY_UNAVAILABLE" },
      retryAfterSeconds: 10,
    });
    const { rows } = await other.pool.query("select count(*)::int as n from limit_window");
    expect(rows[0].n).toBe(0);
    expect(await visitor.call("page")).toMatchObject({ data: { page: "EMAIL_IDENTIFICATION" } });
    await other.close();
  });

  test("A-188 a locked limit table answers 503 with Retry-After and does not fail open", async () => {
    const other = await createRegistrationTestApi();
    const person = await newPerson(other, { cell_phone: null });
    const visitor = await new Visitor(other.apis).toCode(person);
    // With the product's timeouts.
    const { database } = openDatabase({ url: other.url, poolSize: 2 });
    const impatient = new Visitor([buildApi({ ...other.deps, database })]);
    const blocker = await other.pool.connect();
    await blocker.query("begin");
    await blocker.query("lock table limit_window in access exclusive mode");
    expect(await impatient.repeat("verify", visitor.token, { securityCode: "000000" })).toMatchObject({
      status: 503,
      error: { error: "UNAVAILABLE" },
      retryAfterSeconds: 5,
    });
    await blocker.query("rollback");
    blocker.release();
    expect(await visitor.verify("000000")).toMatchObject({ error: { error: "INVALID_ACTIVATION_CODE" } });
    await database.destroy();
    await other.close();
  });

  test("F-04 a read-only database answers 503", async () => {
    const other = await createRegistrationTestApi();
    const visitor = await new Visitor(other.apis).start();
    const { rows } = await other.pool.query("select current_database() as name");
    const [{ name }] = rows;
    await other.pool.query(`alter database ${name} set default_transaction_read_only = on`);
    // A server with new connections, to which the setting applies.
    const { database } = openDatabase({ url: other.url, poolSize: 2 });
    expect(
      await new Visitor([buildApi({ ...other.deps, database })]).repeat("accountType", visitor.token, {
        accountType: "policyHolder",
      }),
    ).toMatchObject({
      status: 503,
      error: { error: "UNAVAILABLE" },
    });
    await database.destroy();
    await other.close();
  });

  test("a busy hashing pool answers 503 to a create, which can be repeated", async () => {
    let busy = true;
    const other = await createRegistrationTestApi({
      hashing: {
        ...testApi.deps.hashing,
        run: async (_client, work) => {
          if (busy) throw new HashingBusy();
          return work();
        },
      },
    });
    const visitor = await toCreate(other, new Visitor(other.apis), await newPerson(other, { cell_phone: null }));
    expect(await visitor.call("create", createBody)).toMatchObject({
      status: 503,
      error: { error: "UNAVAILABLE" },
      retryAfterSeconds: 1,
    });
    busy = false;
    expect(await visitor.call("create", createBody)).toMatchObject({ status: 201 });
    await other.close();
  });
});

describe("the description at /api/openapi.json", () => {
  const description = async () => (await testApi.apis[0].request("/api/openapi.json")).json();

  test("is OpenAPI 3.1 and documents each call with its path, status and errors", async () => {
    const document = await description();
    expect(document.openapi).toBe("3.1.0");
    for (const name of Object.keys(registrationEndpoints) as RegistrationEndpoint[]) {
      const { method, path, errorCodes } = registrationEndpoints[name];
      const operation = document.paths[path]?.[method.toLowerCase()];
      const accepted = { cancel: "204", create: "201" }[name as string] ?? "200";
      expect(Object.keys(operation.responses)).toContain(accepted);
      for (const code of errorCodes)
        expect(operation.responses[registrationErrors[code].status].description).toContain(code);
    }
    expect(document.paths[`${registrationBase}/verify/resend`].get).toBeDefined();
  });

  test("is shown by a page that loads nothing from other hosts", async () => {
    const page = await testApi.apis[0].request("/api/docs");
    const html = await page.text();
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    const sources = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source ?? "");
    for (const source of sources.filter((each) => !each.startsWith("data:"))) {
      expect(source.startsWith("/api/docs/")).toBe(true);
      expect((await testApi.apis[0].request(source)).status).toBe(200);
    }
    expect(html).not.toMatch(/<script>|style=/);
  });
});

test("response schemas refuse what the contract does not name", () => {
  expect(registrationErrorBody.safeParse({ error: "NONSENSE", message: "" }).success).toBe(false);
  expect(registrationEndpoints.create.responses[201].body.safeParse({ email: "a@b.example" }).success).toBe(false);
});
