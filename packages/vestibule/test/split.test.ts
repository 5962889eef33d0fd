import { afterAll, beforeAll, expect, test } from "vitest";
import { type SpawnedServer, spawnServer, temporaryFolder, untilAccepted } from "./spawned-server.ts";

const folder = temporaryFolder();
let api: SpawnedServer;
let web: SpawnedServer;

beforeAll(async () => {
  const environment = { DATA_DIR: folder.path, TRUSTED_PROXIES: "127.0.0.1", TRUST_FORWARDED_HOST: "1" };
  api = await spawnServer({ arguments: ["--only", "api"], environment });
  web = await spawnServer({
    arguments: ["--only", "web"],
    environment: { ...environment, DEMO: "1", API_URL: api.url },
  });
});
afterAll(async () => {
  await Promise.all([web?.end("SIGTERM"), api?.end("SIGTERM")]);
  folder.remove();
});

const send = (path: string, init: RequestInit = {}) => fetch(`${web.url}${path}`, { redirect: "manual", ...init });
const request = (path: string, init?: RequestInit) => untilAccepted(() => send(path, init));

test("a web-only server renders the login page and has no API", async () => {
  const page = await request("/");
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect((await request("/api/v2/registration")).status).toBe(404);
  expect((await fetch(`${api.url}/`)).status).toBe(404);
});

test("a web-only server is ready while its API is", async () => {
  expect((await request("/health/ready")).status).toBe(200);
});

test("a page of registration is rendered with the other host's API", async () => {
  const started = await request("/create-an-account/identification/account-type");
  expect(started.status).toBe(200);
  expect(await started.text()).toContain("accountType");
});

test("a form of registration reaches the other host's API unchanged", async () => {
  const path = "/create-an-account/identification/account-type";
  const started = await request(path);
  const cookie = started.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const body = new URLSearchParams({ accountType: "policyHolder" });
  const response = await request(path, { method: "POST", body, headers: { cookie, origin: web.url } });
  expect([response.status, response.headers.get("location")]).toEqual([303, "/create-an-account/identification"]);
});

test("the gateway's form and guard are forwarded to the API's host with the visible origin", async () => {
  const guarded = await request("/account");
  expect(guarded.status).toBe(302);
  expect(guarded.headers.get("location")).toBe("/webseal.do?TAM_OP=login&ERROR_CODE=0x00000000&URL=%2Faccount");
  const form = new URLSearchParams({ username: "nobody@example.ca", password: "wrong", "login-form-type": "pwd" });
  const sameOrigin = await request("/pkmslogin.form", { method: "POST", body: form, headers: { origin: web.url } });
  expect(sameOrigin.headers.get("location")).toContain("ERROR_CODE=0x132120c8");
  const foreign = await request("/pkmslogin.form", {
    method: "POST",
    body: form,
    headers: { origin: "https://evil.example" },
  });
  expect(foreign.headers.get("location")).toContain("ERROR_CODE=0x13212064");
});

test("F-20 a form that signs in gets a bilingual page without its password while the gateway's host is down", async () => {
  await api.end("SIGKILL");
  const form = new URLSearchParams({
    username: "person@example.ca",
    password: "Grand-Vent-42",
    "login-form-type": "pwd",
  });
  const response = await send("/pkmslogin.form", { method: "POST", body: form, headers: { origin: web.url } });
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
  const page = await response.text();
  expect(page).toMatch(/lang="fr-CA".*Réessayez dans quelques minutes\..*href="tel:\+1.*Call us at 1-8/s);
  expect(page + JSON.stringify([...response.headers]) + web.output()).not.toMatch(/Grand-Vent-42|person@example/);
  expect((await send("/health/ready")).status).toBe(503);
});
