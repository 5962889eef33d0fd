import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { raisedRoadblockIds, roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/database.ts";
import { endpoints } from "../../../test/endpoints.ts";
import { anyText, hostileTexts } from "../../../test/hostile-texts.ts";
import pageRoutes from "../../web/app/routes.ts";
import { spawnServer } from "./spawned-server.ts";

const credential = "a-credential-of-the-insurers-own-systems-1";
const database = await testDatabase();
afterAll(() => database.close());
const server = await spawnServer({
  environment: {
    ...{ DEMO: "1", DATABASE_URL: database.url, SERVICE_CREDENTIALS: credential },
    ...{ TRUSTED_PROXIES: "127.0.0.1", TRUST_FORWARDED_HOST: "1" },
  },
});
afterAll(() => server.end("SIGKILL"));

const host = "belair.localhost";
const origin = `https://${host}`;
/** A request as the proxy that ends TLS forwards it, from a client IP of its own. */
function send(path: string, { headers, ...init }: RequestInit = {}): Promise<Response> {
  const forwarded = { "x-forwarded-proto": "https", "x-forwarded-host": host, "x-forwarded-for": randomIp() };
  return fetch(server.url + path, { redirect: "manual", ...init, headers: { ...forwarded, ...(headers as object) } });
}
const randomIp = () => `203.0.${Math.floor(Math.random() * 250)}.${1 + Math.floor(Math.random() * 250)}`;
const post = (path: string, form: Record<string, string> = {}) =>
  send(path, { method: "POST", body: new URLSearchParams(form), headers: { origin } });

const parameters: Readonly<Record<string, readonly string[]>> = {
  roadblock: raisedRoadblockIds.map((id) => roadblocks[id].path.split("/").at(-1) ?? ""),
  document: ["privacy", "terms", "security", "accessibility"],
  way: ["email", "text", "pin"],
  step: ["callback", "sign-in", "sign-out"],
};
/** Every path of the portal, with each value of its parameter. */
const pages = pageRoutes
  .map(({ path = "" }) => `/${path.replace(/^\//, "")}`)
  .flatMap((path) => {
    const [, name] = /:(\w+)/.exec(path) ?? [];
    if (name === undefined) return [path.replace("*", "no-such-page")];
    const values = parameters[name];
    if (values === undefined) throw new Error(`no values of the parameter ${name}`);
    return values.map((value) => path.replace(`:${name}`, value));
  });
const apiCalls = endpoints.map(({ endpoint: { method, path } }) => ({
  method,
  path: path.replace(/\{\w+\}/g, "none"),
}));
const otherPaths = [
  ...["/pkmslogin.form", "/pkmslogout", "/home.data", "/health/live", "/health/ready", "/.well-known/change-password"],
  ...["/api/openapi.json", "/api/docs", "/internal/v1/openapi.json", "/robots.txt", "/.well-known/security.txt"],
  ...["/brand/belair/tokens.css", "/assets/no-such-file.js", "/api/no-such-call", "/favicon.ico"],
];
const isPublic = (path: string) => /^\/(robots\.txt|\.well-known\/security\.txt|brand\/|api\/docs)/.test(path);

/** Headers that every response has, and those that none has. */
function expectHeaders(path: string, { status, headers }: Response): void {
  const found = (name: string) => headers.get(name);
  expect(status, path).toBeLessThan(500);
  expect({ ...Object.fromEntries(headers), path }).toMatchObject({
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": expect.stringContaining("geolocation=()"),
    "strict-transport-security": expect.stringMatching(/^max-age=\d{8,}; includeSubDomains$/),
    "x-request-id": expect.any(String),
    "x-frame-options": "DENY",
  });
  if (!isPublic(path)) expect(found("cache-control"), path).toBe("no-store");
  for (const name of ["server", "x-powered-by", "access-control-allow-origin"]) expect(found(name), path).toBeNull();
  const policy = (found("content-security-policy") ?? "").split("; ");
  expect(policy, path).toContain("default-src 'none'");
  // A brand's drawing has styles of its own and runs nothing.
  if (policy.includes("sandbox")) return;
  expect(policy, path).toEqual(expect.arrayContaining(["frame-ancestors 'none'", "base-uri 'none'"]));
  expect(
    policy.filter((directive) => /unsafe|\*|http:/.test(directive)),
    path,
  ).toEqual([]);
}

/** Cookies that no script, other host or plain connection reads; the gateway's session cookie has a given name. */
function expectCookies(path: string, { headers }: Response): void {
  for (const cookie of headers.getSetCookie()) {
    const [, ...attributes] = cookie.split("; ");
    expect(attributes, `${path} ${cookie}`).toEqual(
      expect.arrayContaining(["HttpOnly", "Secure", "Path=/", "SameSite=Lax"]),
    );
    expect(cookie, path).toMatch(/^(__Host-|PD-S-SESSION-ID=|province=|language=)/);
    expect(cookie, path).not.toMatch(/domain=/i);
  }
}

describe("every response has its headers, cookies and cache rules:", () => {
  test.each(apiCalls)("A-146 $method $path", async ({ method, path }) => {
    const headers = { "api-key": "belair", "content-type": "application/json", authorization: `Bearer ${credential}` };
    for (const authorised of [headers, {}]) {
      const body = method === "POST" ? { body: "{}" } : {};
      const response = await send(path, { method, headers: authorised, ...body });
      expectHeaders(path, response);
      expect(response.headers.getSetCookie(), path).toEqual([]);
    }
  });

  test.each([...pages, ...otherPaths])("A-146 %s", async (path) => {
    for (const response of [await send(path), await post(path)]) {
      expectHeaders(path, response);
      expectCookies(path, response);
    }
  });
});

const hostile = [
  ...hostileTexts.filter((text) => text.length < 1000 && text.isWellFormed()),
  ...["//evil.example", "/\\evil.example"],
];
const names = [
  ...["province", "language", "URL", "ERROR_CODE", "error", "token", "src", "emailSource", "webview", "brand", "code"],
  ...[
    "client_login_action",
    "username",
    "maintenancePageBypass",
    "back",
    "journey",
    "email",
    "a[]",
    "a[9999999]",
    "__proto__",
  ],
];
const entries = fc.array(
  fc.tuple(
    fc.constantFrom(...names),
    fc.oneof(
      fc.constantFrom(...hostile),
      anyText.map((text) => text.slice(0, 500).toWellFormed()),
    ),
  ),
  { maxLength: 8 },
);

/** A response that is no fault, leads to no other site and has no markup of the request. */
async function expectHarmless(path: string, response: Response): Promise<void> {
  expectHeaders(path, response);
  const location = response.headers.get("location");
  if (location !== null) expect(new URL(location, origin).origin, path).toBe(origin);
  expect(await response.text(), path).not.toContain("<script>alert(1)");
}

describe.each(pages)("A-140 A-149 A-175 %s", (path) => {
  test("answers any query and any form without a fault, markup or another site's URL", async () => {
    const property = fc.asyncProperty(entries, entries, async (query, form) => {
      const asked = `${path}?${new URLSearchParams(query)}`;
      await expectHarmless(asked, await send(asked));
      await expectHarmless(
        path,
        await send(asked, { method: "POST", body: new URLSearchParams(form), headers: { origin } }),
      );
    });
    await fc.assert(property, { numRuns: 6 });
  });

  test("A-151 is not answered or cached as a file", async () => {
    if (path === "/") return;
    for (const end of [".css", "/a.css", ";a.js", "%0a.png", "%2fa.css", "/..%2fa.png"]) {
      const response = await send(path + end);
      // An unknown step of an agent's sign-in leads back to the agents' page.
      expect([303, 404], path + end).toContain(response.status);
      expect(response.headers.get("cache-control"), path + end).toBe("no-store");
    }
  });
});

test("A-175 answers a query with very many parameters", async () => {
  const page = async (query: string) => (await sendRaw(`/forgot?${query}`)).status;
  expect(await page("a[]=1&".repeat(2000))).toBe(200);
  expect(await page("a[9999999]=1&a[]=1,2,3&__proto__[x]=1")).toBe(200);
  expect(await page("a[]=1&".repeat(100_000))).toBe(431);
});

describe("A-143 a request from another site", () => {
  test.each(pages)("is refused by %s", async (path) => {
    const body = new URLSearchParams({ email: "maelle@courrier.example" });
    // The gateway redirects to the login page before the portal reads a form.
    for (const headers of [{ origin: "https://evil.example" }, { origin: "null" }, { "sec-fetch-site": "cross-site" }])
      expect((await send(path, { method: "POST", body, headers })).status, path).toBe(path === "/home" ? 302 : 403);
    expect([302, 403]).toContain(
      (await send(path, { method: "DELETE", headers: { origin: "https://evil.example" } })).status,
    );
  });

  test.each(apiCalls)(
    "that a browser sends without asking first is refused by $method $path",
    async ({ method, path }) => {
      if (method === "GET") return;
      const headers = { origin: "https://evil.example", "content-type": "text/plain" };
      const response = await send(path, { method, headers, ...(method === "POST" && { body: "{}" }) });
      expect([401, 403, 415]).toContain(response.status);
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
    },
  );
});

/** Sends a request target as it is; `fetch` would normalise it. */
async function sendRaw(path: string, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(server.url);
  const [response] = (await once(
    request({ hostname, port, path, agent: false, headers: { host, ...headers } }).end(),
    "response",
  )) as [IncomingMessage];
  return { status: response.statusCode ?? 0, location: response.headers.location ?? "", body: await text(response) };
}

test.each([
  ...["//internal/v1/metrics", "/internal//v1/metrics", "/INTERNAL/v1/metrics", "/api/../internal/v1/metrics"],
  ...["/%69nternal/v1/metrics", "/api/%2e%2e/internal/v1/metrics", "/internal/v1/metrics;jsessionid=1"],
  ...["/internal/v1/metrics/", "/internal/v1/metrics.", "/internal/v1/./metrics", "/internal%2fv1/metrics"],
])("A-160 %s does not get past the service credential", async (path) => {
  const { status, body } = await sendRaw(path);
  expect([401, 404]).toContain(status);
  expect(body).not.toContain("# TYPE");
});

test.each([
  { "x-middleware-subrequest": "src/middleware:src/middleware" },
  { "x-original-url": "/internal/v1/metrics", "x-rewrite-url": "/internal/v1/metrics" },
  { "x-user-id": "1", "x-internal": "true", "iv-user": "maelle@courrier.example" },
])("A-161 the headers %o open nothing", async (headers) => {
  expect((await sendRaw("/internal/v1/metrics", headers)).status).toBe(401);
  expect(await sendRaw("/home", headers)).toMatchObject({
    status: 302,
    location: expect.stringMatching(/^\/(?!home)/),
  });
  expect((await sendRaw("/", headers)).body).not.toContain("# TYPE");
});

test("A-116 no header and no absolute URL changes the host of a page", async () => {
  const headers = { forwarded: "host=evil.example", "x-original-host": "evil.example", "x-host": "evil.example" };
  for (const path of ["/forgot", "http://evil.example/forgot"])
    expect((await sendRaw(path, headers)).body).not.toContain("evil.example");
});
