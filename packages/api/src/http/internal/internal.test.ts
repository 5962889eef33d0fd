import { expect, test } from "vitest";
import { closeAfterTests } from "../../../../../test/open-test-api.ts";
import { createTestApi, testAccount } from "../../../../../test/test-api.ts";
import { buildApi } from "../../build-api.ts";

const email = "maelle@courrier.example";
const testApi = closeAfterTests(await createTestApi());
const api = buildApi(testApi.deps);
const accountId = await testAccount(testApi, { email, password: "Grand-Vent-42" });

function ask(method: "GET" | "POST", path: string, credential: string | undefined = "another-credential") {
  const headers: Record<string, string> = credential === "" ? {} : { authorization: `Bearer ${credential}` };
  return api.request(`/internal/v1/accounts/${path}`, { method, headers });
}

test.each([
  ["no credential", ""],
  ["another one", "a-credential"],
  ["a longer one", "another-credential-and-more"],
])("answers 401 without a body to %s", async (_what, credential) => {
  for (const [method, path] of [
    ["GET", "events"],
    ["POST", "unlock"],
  ] as const) {
    const response = await ask(method, `${email}/${path}?brand=belair`, credential);
    expect([response.status, await response.text()]).toEqual([401, ""]);
    expect(response.headers.get("www-authenticate")).toBe("Bearer");
  }
});

test("refuses every request when no service credentials are configured", async () => {
  const closed = buildApi({ ...testApi.deps, serviceCredentials: [] });
  for (const authorization of ["Bearer ", "Bearer x", "Basic eDp4"])
    expect(
      (await closed.request(`/internal/v1/accounts/${email}/events?brand=belair`, { headers: { authorization } }))
        .status,
    ).toBe(401);
});

test("requires the credential for the description of /internal, which the public description omits", async () => {
  const read = (path: string, headers: Record<string, string> = {}) => api.request(path, { headers });
  const published = await (await read("/api/openapi.json")).text();
  expect(/\/internal|"service"/.exec(published)).toBeNull();
  expect((await read("/internal/v1/openapi.json")).status).toBe(401);
  const response = await read("/internal/v1/openapi.json", { authorization: "Bearer another-credential" });
  expect(await response.json()).toMatchObject({
    openapi: "3.1.0",
    paths: { "/internal/v1/accounts/{username}/events": {}, "/internal/v1/links": {}, "/internal/v1/metrics": {} },
    components: { securitySchemes: { service: { type: "http", scheme: "bearer" } } },
  });
});

test("finds an account under its own brand only, and requires the brand", async () => {
  expect((await ask("GET", `${email}/events`)).status).toBe(400);
  expect((await ask("GET", `${email}/events?brand=nobody`)).status).toBe(400);
  expect((await ask("GET", `${email}/events?brand=intact`)).status).toBe(404);
  expect((await ask("POST", "nobody@courrier.example/unlock?brand=belair")).status).toBe(404);
});

test("unlocks an account, responds whether it was locked, and records the caller in the audit trail", async () => {
  await testApi.pool.query("update account set status = 'L' where id = $1", [accountId]);
  const first = await ask("POST", `${encodeURIComponent(email.toUpperCase())}/unlock?brand=belair`);
  expect(await first.json()).toEqual({ unlocked: true });
  expect(await (await ask("POST", `${email}/unlock?brand=belair`)).json()).toEqual({ unlocked: false });
  const { rows } = await testApi.pool.query("select status from account where id = $1", [accountId]);
  expect(rows[0].status).toBe("A");
  const { events } = (await (await ask("GET", `${email}/events?brand=belair`)).json()) as { events: object[] };
  expect(events).toEqual([
    { at: expect.any(String), event: "account.unlocked", result: "unlocked", actor: "service", facts: {} },
    { at: expect.any(String), event: "account.unlocked", result: "wasOpen", actor: "service", facts: {} },
  ]);
  expect(JSON.stringify(events)).not.toContain("courrier");
});

test("serves the state of maintenance by brand, and the load of this server under another path", async () => {
  const read = async (path: string) => {
    const response = await api.request(path, { headers: { authorization: "Bearer another-credential" } });
    return response.text();
  };
  await testApi.pool.query("insert into maintenance (brand) values ('intact')");
  const shared = await read("/internal/v1/metrics");
  expect(shared).toContain('vestibule_maintenance{brand="intact"} 1');
  expect(shared).toContain('vestibule_maintenance{brand="belair"} 0');
  const serverMetrics = await read("/internal/v1/metrics/server");
  const names = (text: string) => [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
  expect(names(serverMetrics)).toContain("vestibule_password_hashing_waiting");
  expect(names(serverMetrics).filter((name) => names(shared).includes(name))).toEqual([]);
});
