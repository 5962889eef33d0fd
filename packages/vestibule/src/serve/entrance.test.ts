import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jsonLog } from "@vestibule/api/platform/log.adapter.ts";
import type { Brand, BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { Hono } from "hono";
import { beforeAll, describe, expect, test } from "vitest";
import { brandBook } from "../brands/brand-book.ts";
import { readSettings } from "../settings/settings.rule.ts";
import { trustedNetworks } from "./client-address.rule.ts";
import { buildEntrance, type Rooms } from "./entrance.route.ts";
import { openBrands } from "./open-brands.ts";
import { readiness } from "./readiness.ts";

let brands: BrandBook;
beforeAll(async () => {
  const read = readSettings({});
  if (read.kind === "faulty") throw new Error("defaults are faulty");
  brands = await openBrands(read.settings);
});

/** A room that says what reached it. */
const mirror = {
  fetch: async (request: Request) =>
    Response.json({
      url: request.url,
      headers: Object.fromEntries(request.headers),
      body: request.body === null ? "" : await request.text(),
    }),
};

interface Doors extends Partial<Rooms> {
  lines?: string[];
}

function open({ lines = [], ...rooms }: Doors = {}) {
  const entrance = buildEntrance({
    brands,
    trusted: trustedNetworks(["10.0.0.0/8"]),
    readiness: readiness(async () => {}),
    log: jsonLog({ level: "info", sink: { write: (line) => void lines.push(line) } }),
    build: "built",
    api: mirror,
    web: { room: async (request) => mirror.fetch(request), clientFolder: "/nowhere" },
    ...rooms,
  });
  return (path: string, init: RequestInit & { from?: string; host?: string } = {}) => {
    const headers = new Headers(init.headers);
    headers.set("host", init.host ?? "belair.localhost:3000");
    const incoming = { socket: { remoteAddress: init.from ?? "203.0.113.5" } };
    return entrance.request(path, { ...init, headers }, { incoming });
  };
}

const directive = (answer: Response, name: string) =>
  answer.headers
    .get("content-security-policy")
    ?.split("; ")
    .find((part) => part.startsWith(`${name} `));

describe("who is at the door", () => {
  test("A-161 inner headers from outside never reach a room", async () => {
    const headers = {
      "x-vestibule-address": "1.1.1.1",
      "x-vestibule-origin": "https://evil.example",
      "X-Vestibule-Anything": "x",
      "iv-user": "somebody@example.ca",
      "x-display-name": "Somebody",
      "x-last-sign-in": "2020-01-01",
      "x-session-end": "2099-01-01T00:00:00Z",
    };
    for (const path of ["/api/v2/registration", "/home"]) {
      const seen = await (await open()(path, { headers })).json();
      expect(seen.headers["x-vestibule-address"]).toBe("203.0.113.5");
      expect(seen.headers["x-vestibule-origin"]).toBe("http://belair.localhost:3000");
      for (const name of ["iv-user", "x-display-name", "x-last-sign-in", "x-session-end", "x-vestibule-anything"]) {
        expect(seen.headers).not.toHaveProperty(name);
      }
    }
  });

  test("A-181 a forwarded address counts from a trusted proxy alone", async () => {
    const headers = { "x-forwarded-for": "198.51.100.9" };
    const seenFrom = async (from: string) => {
      const seen = await (await open()("/api/x", { headers, from })).json();
      return seen.headers["x-vestibule-address"];
    };
    expect(await seenFrom("203.0.113.5")).toBe("203.0.113.5");
    expect(await seenFrom("10.0.0.1")).toBe("198.51.100.9");
  });

  test("A-116 a forwarded host or scheme counts from a trusted proxy alone", async () => {
    const headers = { "x-forwarded-host": "portal.example", "x-forwarded-proto": "https" };
    const seenFrom = async (from: string) => (await (await open()("/x?a=1", { headers, from })).json()).url;
    expect(await seenFrom("203.0.113.5")).toBe("http://belair.localhost:3000/x?a=1");
    expect(await seenFrom("10.0.0.1")).toBe("https://portal.example/x?a=1");
  });

  test("A-116 a host that no browser would send is turned away", async () => {
    const answer = await open()("/", { host: 'x"><script>' });
    expect(answer.status).toBe(400);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("A-160 a path keeps its slashes, and no part of it becomes the host", async () => {
    for (const path of ["//evil.example/home", "///evil.example", "//"]) {
      const entrance = await open()(`http://belair.localhost:3000${path}`);
      expect((await entrance.json()).url).toBe(`http://belair.localhost:3000${path}`);
    }
  });

  test("every answer names its request, and a trusted proxy may have named it before", async () => {
    const id = "0123456789abcdef";
    const own = await open()("/x", { headers: { "x-request-id": id } });
    expect(own.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    const passed = await open()("/x", { headers: { "x-request-id": id }, from: "10.0.0.1" });
    expect(passed.headers.get("x-request-id")).toBe(id);
  });

  test("the body of a post arrives whole", async () => {
    const seen = await (await open()("/api/x", { method: "POST", body: '{"a":"é"}' })).json();
    expect(seen.body).toBe('{"a":"é"}');
  });
});

describe("headers of every answer", () => {
  test("A-146 nobody frames us, no inline code runs, forms go to ourselves", async () => {
    const answer = await open()("/");
    expect(directive(answer, "frame-ancestors")).toBe("frame-ancestors 'none'");
    expect(answer.headers.get("x-frame-options")).toBe("DENY");
    expect(directive(answer, "script-src")).toMatch(/^script-src 'nonce-[\w-]{22}' 'strict-dynamic'$/);
    expect(directive(answer, "form-action")).toBe("form-action 'self'");
    expect(answer.headers.get("content-security-policy")).not.toContain("unsafe");
    expect(answer.headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
    expect(answer.headers.get("cross-origin-opener-policy")).toBe("same-origin-allow-popups");
    expect(answer.headers.get("permissions-policy")).toContain("camera=()");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    for (const banner of ["server", "x-powered-by"]) expect(answer.headers.has(banner)).toBe(false);
  });

  test("a nonce is never used twice, and the page gets the one that its header names", async () => {
    const given: string[] = [];
    const room = async (_request: Request, facts: { nonce: string }) => {
      given.push(facts.nonce);
      return new Response("");
    };
    const ask = open({ web: { room, clientFolder: "/nowhere" } });
    const answers = [await ask("/"), await ask("/")];
    expect(new Set(given).size).toBe(2);
    expect(answers.map((answer) => directive(answer, "script-src"))).toEqual(
      given.map((nonce) => `script-src 'nonce-${nonce}' 'strict-dynamic'`),
    );
  });

  test("HSTS is sent over https alone", async () => {
    const headers = { "x-forwarded-proto": "https" };
    expect((await open()("/")).headers.has("strict-transport-security")).toBe(false);
    const secure = await open()("/", { headers, from: "10.0.0.1" });
    expect(secure.headers.get("strict-transport-security")).toBe("max-age=63072000; includeSubDomains");
  });

  test("a brand's outside gateway, applications and app hosts widen its policy and no other brand's", async () => {
    const [first, second] = brands.brands as [Brand, Brand];
    const widened: Brand = {
      ...first,
      gateway: { kind: "outside", origin: "https://gate.example", loginPath: "/pkmslogin.form", registry: "x" },
      applicationUrl: "https://client.example/start",
      webviewHosts: ["app.example"],
    };
    const book = brandBook({ brands: [widened, second], defaultBrand: second, mode: "demo" });
    const ask = open({ brands: book });
    const answer = await ask("/", { host: `${first.id}.localhost` });
    expect(directive(answer, "form-action")).toBe("form-action 'self' https://gate.example https://client.example");
    expect(directive(answer, "frame-ancestors")).toBe("frame-ancestors https://app.example");
    expect(answer.headers.has("x-frame-options")).toBe(false);
    expect(directive(await ask("/", { host: `${second.id}.localhost` }), "form-action")).toBe("form-action 'self'");
  });

  test("a room that brings its own policy keeps it", async () => {
    const demo = new Hono().get("/demo/mail", (c) => {
      c.header("content-security-policy", "default-src 'none'");
      return c.html("");
    });
    const answer = await open({ demo })("/demo/mail");
    expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'");
  });
});

describe("bodies and paths", () => {
  test("A-164 a form above 16 KiB is refused with a page of both languages, its length told or not", async () => {
    const large = "x".repeat(16 * 1024 + 1);
    const send = (init: RequestInit) => open()("/create-an-account", { method: "POST", ...init });
    const told = await send({ body: large, headers: { "content-length": String(large.length) } });
    const untold = await send({ body: new Blob([large]).stream(), duplex: "half" } as RequestInit);
    for (const answer of [told, untold]) {
      expect([answer.status, answer.headers.get("content-type")]).toEqual([413, "text/html; charset=utf-8"]);
      expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
      const page = await answer.text();
      for (const words of ["Le formulaire contient trop de texte.", "The form holds too much text.", 'href="tel:+1'])
        expect(page).toContain(words);
    }
    expect((await send({ body: large.slice(1) })).status).toBe(200);
  });

  test("an asset is kept for ever, its compressed twin is sent, and a missing one is an empty 404", async () => {
    const clientFolder = await mkdtemp(join(tmpdir(), "vestibule-client-"));
    await mkdir(join(clientFolder, "assets"));
    await writeFile(join(clientFolder, "assets", "page-1a2b.js"), "plain");
    await writeFile(join(clientFolder, "assets", "page-1a2b.js.br"), "twin");
    await writeFile(join(clientFolder, "favicon.svg"), "<svg/>");
    const ask = open({ web: { room: mirror.fetch, clientFolder } });
    const asset = await ask("/assets/page-1a2b.js", { headers: { "accept-encoding": "br" } });
    expect([asset.headers.get("content-encoding"), await asset.text()]).toEqual(["br", "twin"]);
    expect(asset.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(await (await ask("/favicon.svg")).text()).toBe("<svg/>");
    const gone = await ask("/assets/gone.js");
    expect([gone.status, await gone.text(), gone.headers.get("cache-control")]).toEqual([404, "", "no-store"]);
    expect((await ask("/assets/..%2f..%2fetc/passwd")).status).toBe(404);
    await rm(clientFolder, { recursive: true });
  });

  test("a brand's files are served with their type, and only those", async () => {
    const [brand] = brands.brands as [Brand];
    const css = await open()(`/brand/${brand.id}/tokens.css`);
    expect([css.headers.get("content-type"), await css.text()]).toEqual(["text/css; charset=utf-8", brand.tokensCss]);
    const svg = await open()(`/brand/${brand.id}/wordmark.svg`);
    expect(svg.headers.get("content-security-policy")).toContain("sandbox");
    for (const path of [
      `/brand/${brand.id}/brand.json`,
      "/brand/nobody/tokens.css",
      `/brand/${brand.id}/constructor`,
    ]) {
      expect((await open()(path)).status).toBe(404);
    }
  });

  test("a brand's file that did not change is not sent again", async () => {
    const [brand] = brands.brands as [Brand];
    const first = await open()(`/brand/${brand.id}/tokens.css`);
    const headers = { "if-none-match": first.headers.get("etag") ?? "" };
    expect((await open()(`/brand/${brand.id}/tokens.css`, { headers })).status).toBe(304);
  });
});

describe("health", () => {
  test("A-199 says up or down and nothing else", async () => {
    const state = readiness(async () => {});
    const ask = open({ readiness: state });
    expect(await (await ask("/health/live")).text()).toBe('{"status":"up"}');
    expect((await ask("/health/ready")).status).toBe(503);
    state.opened();
    expect(await (await ask("/health/ready")).text()).toBe('{"status":"up"}');
  });

  test("F-01 ready says no while the database is away, live says yes", async () => {
    const state = readiness(() => Promise.reject(new Error("connection refused at 10.0.0.9")));
    state.opened();
    const ask = open({ readiness: state });
    const ready = await ask("/health/ready");
    expect([ready.status, await ready.text()]).toEqual([503, '{"status":"down"}']);
    expect((await ask("/health/live")).status).toBe(200);
  });

  test("F-23 a server that is held up is not ready, asks everybody to come again, and is alive", async () => {
    let behind = true;
    const state = readiness(
      async () => {},
      () => behind,
    );
    state.opened();
    const ask = open({ readiness: state });
    expect((await ask("/health/ready")).status).toBe(503);
    expect((await ask("/health/live")).status).toBe(200);
    const [page, call] = [await ask("/"), await ask("/api/v2/registration")];
    for (const answer of [page, call]) expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await page.text()).toMatch(/Réessayez dans quelques minutes\..*href="tel:\+1.*Call us at 1-8/s);
    expect(await call.json()).toMatchObject({ error: "UNAVAILABLE", errorCode: 1503 });
    behind = false;
    expect([(await ask("/health/ready")).status, (await ask("/")).status]).toEqual([200, 200]);
  });

  test("F-22 a server that leaves is not ready and lets connections go", async () => {
    const state = readiness(async () => {});
    state.opened();
    state.leaving();
    state.opened();
    const ask = open({ readiness: state });
    expect((await ask("/health/ready")).status).toBe(503);
    expect((await ask("/")).headers.get("connection")).toBe("close");
  });
});

test("A-191 the line of a request holds no path, query, address or cookie", async () => {
  const lines: string[] = [];
  await open({ lines })("/tokens/abcdef?email=jean@example.ca", { headers: { cookie: "portal=secret" } });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('"route":"/tokens"');
  expect(lines[0]).not.toMatch(/abcdef|jean|secret|203\.0\.113/);
});

test("A-200 a fault behind the entrance is an empty 500 with its request's name", async () => {
  const lines: string[] = [];
  const room = () => Promise.reject(new Error("select * from account where email = 'jean@example.ca'"));
  const answer = await open({ lines, web: { room, clientFolder: "/nowhere" } })("/");
  expect([answer.status, await answer.text()]).toEqual([500, ""]);
  expect(lines.join("")).toContain(answer.headers.get("x-request-id"));
  expect(lines.join("")).not.toContain("jean@");
});

test("HTML is sent compressed to who accepts it", async () => {
  const page = await readFile(import.meta.filename, "utf8");
  const room = async () => new Response(page, { headers: { "content-type": "text/html; charset=utf-8" } });
  const answer = await open({ web: { room, clientFolder: "/nowhere" } })("/", {
    headers: { "accept-encoding": "gzip" },
  });
  expect(answer.headers.get("content-encoding")).toBe("gzip");
  expect((await answer.arrayBuffer()).byteLength).toBeLessThan(page.length / 2);
});
