import { describe, expect, test } from "vitest";
import { endpoints } from "../../../test/endpoints.ts";
import { matrixRows } from "../../../test/matrix.ts";
import { expectHeaders, openServerBehindProxy, origin, pages, serviceCredential } from "./server-behind-proxy.ts";

const { send, sendRaw } = await openServerBehindProxy();
const apiCalls = endpoints.map(({ endpoint: { method, path } }) => ({
  method,
  path: path.replace(/\{\w+\}/g, "none"),
}));
const otherPaths = [
  "/pkmslogin.form",
  "/pkmslogin.proven",
  "/pkmslogin.continue",
  "/pkmslogout",
  "/account.data",
  "/health/live",
  "/health/ready",
  "/.well-known/change-password",
  "/api/openapi.json",
  "/api/policy-directory/openapi.json",
  "/api/docs",
  "/internal/v1/openapi.json",
  "/internal/v1/asyncapi.json",
  "/robots.txt",
  "/.well-known/security.txt",
  "/pkmspasskey.options",
  "/pkmspasskey.form",
  ...[
    "/.well-known/openid-configuration",
    "/jwks",
    "/authorize",
    "/token",
    "/userinfo",
    "/logout",
    "/interaction/none",
  ].map((path) => `/oidc${path}`),
  "/brand/belair/tokens.css",
  "/assets/no-such-file.js",
  "/api/no-such-call",
  "/favicon.ico",
];

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
    const headers = {
      "api-key": "belair",
      "content-type": "application/json",
      authorization: `Bearer ${serviceCredential}`,
    };
    for (const authorised of [headers, {}]) {
      const body = method === "POST" ? { body: "{}" } : {};
      const response = await send(path, { method, headers: authorised, ...body });
      expectHeaders(path, response);
      expect(response.headers.getSetCookie(), path).toEqual([]);
    }
  });

  test.each([...pages, ...otherPaths])("A-146 %s", async (path) => {
    for (const response of [
      await send(path),
      await send(path, { method: "POST", body: new URLSearchParams(), headers: { origin } }),
    ]) {
      expectHeaders(path, response);
      expectCookies(path, response);
    }
  });
});

test("every path of the OpenAPI documents is among them", async () => {
  const headers = { authorization: `Bearer ${serviceCredential}` };
  for (const document of ["/api/openapi.json", "/internal/v1/openapi.json"]) {
    const { paths } = (await (await send(document, { headers })).json()) as { paths: object };
    const described = Object.keys(paths).map((path) => path.replace(/\{\w+\}/g, "none"));
    expect(described.length, document).toBeGreaterThan(5);
    expect(
      described.filter((path) => !apiCalls.some((call) => call.path === path)),
      document,
    ).toEqual([]);
  }
});

describe("A-143 a request from another site", () => {
  test.each(pages)("is refused by %s", async (path) => {
    const body = new URLSearchParams({ email: "maelle@courrier.example" });
    // The gateway redirects to the login page before the portal reads a form.
    const foreign: [string, string][] = [
      ["origin", "https://evil.example"],
      ["origin", "null"],
      ["sec-fetch-site", "cross-site"],
    ];
    for (const [name, value] of matrixRows(foreign, foreign.length, pages.indexOf(path))) {
      const response = await send(path, { method: "POST", body, headers: { [name]: value } });
      if (path.startsWith("/account")) expect(response.status, path).toBe(302);
      else {
        expect(response.status, path).toBe(403);
        expect(await response.text(), path).toContain("We couldn’t check where this form came from.");
      }
    }
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

test.each([
  "//internal/v1/metrics",
  "/internal//v1/metrics",
  "/INTERNAL/v1/metrics",
  "/api/../internal/v1/metrics",
  "/%69nternal/v1/metrics",
  "/api/%2e%2e/internal/v1/metrics",
  "/internal/v1/metrics;jsessionid=1",
  "/internal/v1/metrics/",
  "/internal/v1/metrics.",
  "/internal/v1/./metrics",
  "/internal%2fv1/metrics",
])("A-160 %s does not get past the service credential", async (path) => {
  const { status, body } = await sendRaw(path);
  expect([308, 401, 404]).toContain(status);
  expect(body).not.toContain("# TYPE");
});

test.each<Record<string, string>>([
  { "x-middleware-subrequest": "src/middleware:src/middleware" },
  { "x-original-url": "/internal/v1/metrics", "x-rewrite-url": "/internal/v1/metrics" },
  { "x-user-id": "1", "x-internal": "true", "iv-user": "maelle@courrier.example" },
])("A-161 the headers %o open nothing", async (headers) => {
  expect((await sendRaw("/internal/v1/metrics", headers)).status).toBe(401);
  expect(await sendRaw("/account", headers)).toMatchObject({
    status: 302,
    location: expect.stringMatching(/^\/(?!home)/),
  });
  expect((await sendRaw("/", headers)).body).not.toContain("# TYPE");
});

test("A-157 no header of a request changes the brand of a page", async () => {
  const headers = { "api-key": "intact", brand: "intact", province: "on", "x-brand": "intact" };
  const page = await (await send("/", { headers })).text();
  expect(page).toContain("/brand/belair/");
  expect(page).not.toContain("/brand/intact/");
});

test("A-116 no header and no absolute URL changes the host of a page", async () => {
  const headers = { forwarded: "host=evil.example", "x-original-host": "evil.example", "x-host": "evil.example" };
  for (const path of ["/forgot", "http://evil.example/forgot"])
    expect((await sendRaw(path, headers)).body).not.toContain("evil.example");
});
