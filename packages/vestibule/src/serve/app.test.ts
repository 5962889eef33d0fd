import { serverMetrics } from "@vestibule/api/platform/server-metrics.adapter.ts";
import { describe, expect, test } from "vitest";
import { readiness } from "./readiness.route.ts";
import { mirror, openApp } from "./test/open-app.ts";

describe("the request context", () => {
  test("A-161 strips internal headers of the client before any handler", async () => {
    const headers = {
      "x-vestibule-client-ip": "1.1.1.1",
      "x-vestibule-origin": "https://evil.example",
      "X-Vestibule-Anything": "x",
      "iv-user": "person@example.ca",
      "x-display-name": "Somebody",
      "x-last-sign-in": "2020-01-01",
      "x-failed-sign-ins": "9",
      "x-last-failed-sign-in": "2020-01-01",
      "x-session-end": "2099-01-01T00:00:00Z",
      "x-account-language": "fr",
    };
    for (const path of ["/api/v2/registration", "/account"]) {
      const seen = await (await openApp()(path, { headers })).json();
      expect(seen.headers["x-vestibule-client-ip"]).toBe("203.0.113.5");
      expect(seen.headers["x-vestibule-origin"]).toBe("http://belair.localhost:3000");
      for (const name of [
        "iv-user",
        "x-display-name",
        "x-last-sign-in",
        "x-failed-sign-ins",
        "x-last-failed-sign-in",
        "x-session-end",
        "x-account-language",
        "x-vestibule-anything",
      ]) {
        expect(seen.headers).not.toHaveProperty(name);
      }
    }
  });

  test("A-181 reads X-Forwarded-For only from a trusted proxy", async () => {
    const headers = { "x-forwarded-for": "198.51.100.9" };
    const seenFrom = async (from: string) => {
      const seen = await (await openApp()("/api/x", { headers, from })).json();
      return seen.headers["x-vestibule-client-ip"];
    };
    expect(await seenFrom("203.0.113.5")).toBe("203.0.113.5");
    expect(await seenFrom("10.0.0.1")).toBe("198.51.100.9");
  });

  test.each([
    ["https,http", undefined, "https"],
    ["https, http", "198.51.100.9", "https"],
    ["https,http", "198.51.100.9, 10.0.0.2", "https"],
    ["HTTPS , http, http", "198.51.100.9, 10.0.0.2, 10.0.0.3", "https"],
    ["http,https", "198.51.100.9, 10.0.0.2", "http"],
    ["https", "198.51.100.9, 10.0.0.2", "https"],
    // The client wrote the first of each.
    ["https, http", "10.9.9.9, 198.51.100.9", "http"],
    ["https, http, http", "10.9.9.9, 198.51.100.9, 10.0.0.2", "http"],
  ])("A-116 reads the X-Forwarded-Proto %s of the proxies in X-Forwarded-For %s as %s", async (proto, hops, scheme) => {
    const headers = { "x-forwarded-proto": proto, ...(hops && { "x-forwarded-for": hops }) };
    const { url } = await (await openApp()("/x", { headers, from: "10.0.0.1" })).json();
    expect(url).toBe(`${scheme}://belair.localhost:3000/x`);
  });

  test.each([
    ["for=198.51.100.9;proto=https", "https"],
    ["for=198.51.100.9;host=portal.example;proto=https, for=10.0.0.2;proto=http", "https"],
    ['For="[2001:db8::1]:4711";Proto="https",for=10.0.0.2;proto=http', "https"],
    ["for=10.9.9.9;proto=https, for=198.51.100.9;proto=http", "http"],
    ["for=198.51.100.9", "http"],
  ])(
    "A-116 reads the scheme of Forwarded %s as %s, from a trusted proxy without X-Forwarded-Proto",
    async (forwarded, scheme) => {
      const schemeFrom = async (from: string, more = {}) => {
        const { url } = await (await openApp()("/x", { headers: { forwarded, ...more }, from })).json();
        return new URL(url).protocol;
      };
      expect(await schemeFrom("10.0.0.1")).toBe(`${scheme}:`);
      expect(await schemeFrom("203.0.113.5")).toBe("http:");
      expect(await schemeFrom("10.0.0.1", { "x-forwarded-proto": "http" })).toBe("http:");
    },
  );

  test("A-116 reads X-Forwarded-Proto only from a trusted proxy, and X-Forwarded-Host only with its setting", async () => {
    const headers = { "x-forwarded-host": "portal.example", "x-forwarded-proto": "https" };
    const seenFrom = async (from: string, trustForwardedHost?: true) => {
      const send = openApp({ ...(trustForwardedHost && { trustForwardedHost }) });
      return (await (await send("/x?a=1", { headers, from })).json()).url;
    };
    expect(await seenFrom("203.0.113.5")).toBe("http://belair.localhost:3000/x?a=1");
    expect(await seenFrom("203.0.113.5", true)).toBe("http://belair.localhost:3000/x?a=1");
    expect(await seenFrom("10.0.0.1")).toBe("https://belair.localhost:3000/x?a=1");
    expect(await seenFrom("10.0.0.1", true)).toBe("https://portal.example/x?a=1");
  });

  test.each([
    ["portal.example", "198.51.100.9", "portal.example"],
    ["portal.example, inner.example", "198.51.100.9, 10.0.0.2", "portal.example"],
    ["portal.example, inner.example", undefined, "inner.example"],
    // The client wrote the first of each.
    ["evil.example, portal.example", "198.51.100.9", "portal.example"],
    ["evil.example, portal.example", "10.9.9.9, 198.51.100.9", "portal.example"],
    ["evil.example, portal.example, inner.example", "198.51.100.9, 10.0.0.2", "portal.example"],
  ])("A-365 reads the X-Forwarded-Host %s of the proxies in X-Forwarded-For %s as %s", async (host, hops, seen) => {
    const headers = { "x-forwarded-host": host, ...(hops && { "x-forwarded-for": hops }) };
    const send = openApp({ trustForwardedHost: true });
    const { url } = await (await send("/x", { headers, from: "10.0.0.1" })).json();
    expect(new URL(url).host).toBe(seen);
  });

  test("A-366 reads the client's IP in Forwarded from a trusted proxy without X-Forwarded-For", async () => {
    const forwarded = 'for=1.1.1.1, For="198.51.100.9:4711";proto=https, for=10.0.0.2';
    const seen = async (from: string, more = {}) => {
      const { headers } = await (await openApp()("/api/x", { headers: { forwarded, ...more }, from })).json();
      return headers["x-vestibule-client-ip"];
    };
    expect(await seen("10.0.0.1")).toBe("198.51.100.9");
    expect(await seen("203.0.113.5")).toBe("203.0.113.5");
    expect(await seen("10.0.0.1", { "x-forwarded-for": "192.0.2.1" })).toBe("192.0.2.1");
    expect(await seen("10.0.0.1", { forwarded: "for=unknown" })).toBe("unknown");
  });

  test("A-116 refuses a host that no browser would send", async () => {
    const response = await openApp()("/", { host: 'x"><script>' });
    expect(response.status).toBe(400);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("A-160 keeps a path's slashes and never uses a part of it as the host", async () => {
    for (const path of ["//evil.example/home", "///evil.example", "//"]) {
      const app = await openApp()(`http://belair.localhost:3000${path}`);
      expect((await app.json()).url).toBe(`http://belair.localhost:3000${path}`);
    }
  });

  test("sets a request id on every response and accepts one from a trusted proxy", async () => {
    const id = "0123456789abcdef";
    const response = await openApp()("/x", { headers: { "x-request-id": id } });
    expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    const passed = await openApp()("/x", { headers: { "x-request-id": id }, from: "10.0.0.1" });
    expect(passed.headers.get("x-request-id")).toBe(id);
  });

  test("passes the body of a POST unchanged", async () => {
    const seen = await (await openApp()("/api/x", { method: "POST", body: '{"a":"é"}' })).json();
    expect(seen.body).toBe('{"a":"é"}');
  });
});

test("an app without /internal returns 404 for it and serves the rest", async () => {
  const send = openApp({ withoutInternal: true });
  for (const path of ["/internal/v1/metrics", "/internal/v1/links", "/internal/"])
    expect((await send(path, { method: path.endsWith("links") ? "POST" : "GET" })).status).toBe(404);
  for (const path of ["/api/v1/welcome", "/health/live", "/"]) expect((await send(path)).status).toBe(200);
});

describe("A-116 in production a host that no brand lists", () => {
  const open = (lines: string[] = []) => openApp({ unknownHosts: "refused", lines });

  test.each(["/", "/forgot", "/pkmslogin.form", "/account", "/assets/x.js"])(
    "gets 421 and a bilingual page at %s",
    async (path) => {
      const lines: string[] = [];
      const send = open(lines);
      for (const host of ["evil.example", "portal.belair.example.evil.example", "192.0.2.10:3000"]) {
        const response = await send(path, { host });
        expect([response.status, response.headers.get("cache-control")]).toEqual([421, "no-store"]);
        const page = await response.text();
        expect(page).toMatch(/Aucun de nos services.*None of our services/s);
        expect(page).not.toMatch(/evil|belair|tel:/);
      }
      expect(lines.filter((line) => line.includes("host.unknown"))).toHaveLength(1);
    },
  );

  test("is accepted for health checks, the API and internal systems", async () => {
    for (const path of ["/health/live", "/api/v1/welcome", "/account/v1/profile", "/internal/v1/metrics"])
      expect((await open()(path, { host: "192.0.2.10:3000" })).status).toBe(200);
  });

  test("excludes the hosts and origins of a brand, and loopback names", async () => {
    for (const host of ["portal.intact.example", "PORTAL.INTACT.EXAMPLE:443", "localhost:3000", "127.0.0.1", "[::1]:1"])
      expect((await open()("/", { host })).status).toBe(200);
  });

  test.each([
    ["portal.intact.example.", "/forgot?province=qc", "http://portal.intact.example/forgot?province=qc"],
    ["localhost.:3000", "/", "http://localhost:3000/"],
  ])("leads the browser from %s, a host with a dot at its end, to the one without", async (host, path, location) => {
    const response = await open()(path, { host });
    expect([response.status, response.headers.get("location")]).toEqual([308, location]);
    expect((await open()("/", { host: "evil.example." })).status).toBe(421);
    expect((await open()("/health/live", { host })).status).toBe(200);
  });

  test("gets the default brand in demo mode", async () => {
    expect((await openApp()("/", { host: "elsewhere.example" })).status).toBe(200);
  });
});

test("a proxy that leaves the port out of Host is named once a minute, because every form is refused", async () => {
  const lines: string[] = [];
  const send = openApp({ lines });
  const host = "portal.belair.example";
  const proxied = { host, headers: { "x-forwarded-proto": "https" }, from: "10.0.0.1" };
  const post = (origin: string) =>
    send("/pkmslogin.form", { ...proxied, method: "POST", headers: { ...proxied.headers, origin } });
  const warnings = () => lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "proxy.header-missing");
  for (const origin of [`https://${host}`, "https://evil.example:8443", "null"]) await post(origin);
  expect(warnings()).toEqual([]);
  for (let count = 0; count < 2; count++) await post(`https://${host}:8443`);
  expect(warnings()).toEqual([
    expect.objectContaining({ reason: "port", kind: "trustedProxy", result: "refused", count: 1 }),
  ]);
});

describe("a proxy that terminates TLS without X-Forwarded-Proto", () => {
  const host = "portal.belair.example";
  const sent = { method: "POST", headers: { origin: `https://${host}` }, host };

  test("is treated as https when it is trusted and a brand lists the host, with one warning a minute", async () => {
    const lines: string[] = [];
    const send = openApp({ lines });
    for (const path of ["/pkmslogin.form", "/"])
      expect((await (await send(path, { ...sent, from: "10.0.0.1" })).json()).headers["x-vestibule-origin"]).toBe(
        `https://${host}`,
      );
    const page = await send("/", { host, from: "10.0.0.1" });
    expect(page.headers.get("strict-transport-security")).toContain("max-age");
    expect(lines.filter((line) => line.includes("proxy.header-missing")).map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: "warn", reason: "X-Forwarded-Proto", kind: "trustedProxy", result: "https" }),
    ]);
  });

  test.each([
    ["not trusted", { ...sent, from: "203.0.113.5" }],
    ["trusted, before a host that no brand names", { ...sent, ...at("other.example"), from: "10.0.0.1" }],
    ["trusted, and says http", { ...sent, ...at(host, { "x-forwarded-proto": "http" }), from: "10.0.0.1" }],
    ["trusted, and changes the host", { ...sent, host: "10.0.0.9:3000", from: "10.0.0.1" }],
  ])("has its POSTs refused with the technical page when it is %s, with one warning a minute", async (_why, init) => {
    const lines: string[] = [];
    let reached = 0;
    const handler = async () => {
      reached += 1;
      return new Response();
    };
    const send = openApp({ lines, web: { handler, clientFolder: "/nowhere" } });
    for (let count = 0; count < 3; count++) {
      const response = await send("/pkmslogin.form", init);
      const page = await response.text();
      expect([response.status, response.headers.getSetCookie()]).toEqual([400, []]);
      expect(page).toMatch(/Le problème vient de nous\..*The problem is on our side\./s);
    }
    expect(reached).toBe(0);
    const warnings = lines.filter((line) => line.includes("proxy.header-missing")).map((line) => JSON.parse(line));
    expect(warnings).toEqual([expect.objectContaining({ reason: "X-Forwarded-Proto", result: "refused" })]);
  });

  function at(name: string, headers: Record<string, string> = {}) {
    return { host: name, headers: { origin: `https://${name}`, ...headers } };
  }
});

test("A-164 refuses a form above 16 KiB with a bilingual page, with or without Content-Length", async () => {
  const large = "x".repeat(16 * 1024 + 1);
  const send = (init: RequestInit) => openApp()("/create-an-account", { method: "POST", ...init });
  const withLength = await send({ body: large, headers: { "content-length": String(large.length) } });
  const streamed = await send({ body: new Blob([large]).stream(), duplex: "half" } as RequestInit);
  for (const response of [withLength, streamed]) {
    expect([response.status, response.headers.get("content-type")]).toEqual([413, "text/html; charset=utf-8"]);
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
    const page = await response.text();
    for (const words of ["Le formulaire contient trop de texte.", "The form holds too much text.", 'href="tel:+1'])
      expect(page).toContain(words);
  }
  expect((await send({ body: large.slice(1) })).status).toBe(200);
});

test("A-191 logs a request without its path, query, client IP or cookie", async () => {
  const lines: string[] = [];
  await openApp({ lines })("/tokens/abcdef?email=jean@example.ca", { headers: { cookie: "portal=secret" } });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('"route":"/tokens"');
  expect(lines[0]).not.toMatch(/abcdef|jean|secret|203\.0\.113/);
});

test("A-200 a fault in a handler returns a plain page with the request id and without details", async () => {
  const lines: string[] = [];
  const handler = () => Promise.reject(new Error("select * from account where email = 'jean@example.ca'"));
  const response = await openApp({ lines, web: { handler, clientFolder: "/nowhere" } })("/");
  const page = await response.text();
  expect(response.status).toBe(500);
  expect(page).toMatch(/lang="fr-CA".*Réessayez dans quelques minutes\..*href="tel:\+1.*Call us at 1-8/s);
  expect(page).not.toMatch(/select|jean@/);
  expect(lines.join("")).toContain(response.headers.get("x-request-id"));
  expect(lines.join("")).not.toContain("jean@");
});

test.each([
  ["/account", "text/html"],
  ["/api/v1/welcome", "application/json"],
  ["/api/v2/registration", "application/json"],
])("F-02 a lost database connection returns 503 with Retry-After at %s", async (path, type) => {
  const gone = Object.assign(new Error("terminating connection"), { code: "57P01" });
  const handler = { fetch: () => Promise.reject(gone) };
  const request = openApp({ api: handler, web: { handler: handler.fetch, clientFolder: "/nowhere" } });
  const response = await request(path);
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(response.headers.get("content-type")).toContain(type);
  expect(await response.text()).not.toContain("terminating");
});

describe("the metrics of a server", () => {
  test("count each request under the pattern of its path, without the path", async () => {
    const metrics = serverMetrics("test");
    const send = openApp({ metrics, pagePaths: ["/legal/:document"] });
    await send("/api/v1/tokens/eyJhbGciOiJIUzI1NiJ9", { method: "POST" });
    for (const path of ["/legal/privacy.data?token=abc", "/wp-login.php", "/health/live"]) await send(path);
    const { text } = await metrics.describe();
    const counted = [...text.matchAll(/duration_seconds_count\{(.*)\} 1$/gm)].map(([, labels]) => labels);
    expect(counted).toEqual([
      'method="POST",route="/api/v1/tokens/:token",status="2xx"',
      'method="GET",route="/legal/:document",status="2xx"',
      'method="GET",route="other",status="2xx"',
      'method="GET",route="/health/live",status="2xx"',
    ]);
    expect(text).not.toMatch(/eyJ|abc|wp-login/);
  });

  test("give any unusual method one label", async () => {
    const metrics = serverMetrics("test");
    for (const method of ["PROPFIND", "PURGE"])
      await openApp({ metrics, pagePaths: ["/account"] })("/account", { method });
    expect((await metrics.describe()).text).toContain('_count{method="other",route="/account",status="2xx"} 2');
  });

  const behind = readiness(
    async () => {},
    () => true,
  );

  test("F-23 do not refuse the files of a page that was served before the event loop was blocked", async () => {
    const web = { handler: mirror.fetch, clientFolder: import.meta.dirname };
    const call = openApp({ readiness: behind, web });
    expect((await call("/app.test.ts")).status).toBe(200);
    expect((await call("/account")).status).toBe(503);
  });

  test("count the requests that a blocked event loop refuses", async () => {
    const metrics = serverMetrics("test");
    expect((await openApp({ metrics, readiness: behind })("/account")).status).toBe(503);
    expect((await metrics.describe()).text).toContain('vestibule_requests_refused_total{guard="eventLoop"} 1');
  });

  test("are served by a server without the API, by service credential alone", async () => {
    const path = "/internal/v1/metrics/server";
    const send = openApp({ api: undefined, serviceCredentials: ["a-credential-of-the-insurer"] });
    const request = (credential: string) => send(path, { headers: { authorization: `Bearer ${credential}` } });
    expect((await send(path)).status).toBe(401);
    expect((await request("another")).status).toBe(401);
    expect(await (await request("a-credential-of-the-insurer")).text()).toContain('vestibule_info{version="test"');
  });
});

test("redirects the former URL of the account", async () => {
  const response = await openApp()("/home?language=fr");
  expect([response.status, response.headers.get("location")]).toEqual([303, "/account?language=fr"]);
});
