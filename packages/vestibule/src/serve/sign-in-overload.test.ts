import { once } from "node:events";
import { connect } from "node:net";
import { loginForm } from "@vestibule/api/gateway/gateway-answer.rule.ts";
import { passwordCheckClient } from "@vestibule/api/gateway/trusted-device.adapter.ts";
import { passwordCheckLimiter } from "@vestibule/api/passwords/password-check-limiter.adapter.ts";
import { ipNetworks } from "@vestibule/api/platform/host-reach.rule.ts";
import { jsonLog } from "@vestibule/api/platform/log.adapter.ts";
import { secureRandom } from "@vestibule/api/platform/random.adapter.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { signCookie } from "@vestibule/contract/cookies/signed-cookie.rule.ts";
import { Hono } from "hono";
import { expect, onTestFinished, test, vi } from "vitest";
import { testKeys } from "../../../../test/book-file.ts";
import { brandBook } from "../brands/brand-book.ts";
import type { GatewayBackend } from "./backend.ts";
import { listen } from "./http-server.adapter.ts";
import type { AppEnv } from "./request-facts.ts";
import { signInOverloadGuard } from "./sign-in-overload.guard.ts";
import { brands, buildTestApp, openApp } from "./test/open-app.ts";

type IsFull = NonNullable<GatewayBackend["isFull"]>;
interface Sent {
  method?: string;
  headers?: Record<string, string>;
  /** IP of the socket's peer. */
  from?: string;
}

const trusted = ipNetworks(["10.0.0.0/8", "127.0.0.1"]);
const log = jsonLog({ level: "error" });
const metrics = { countRefused: () => {} };

/** Sends sign-ins to a gateway that has no place left, or has some. */
function openSignIns({ isFull = (() => true) as IsFull, book = brands, isDraining = false } = {}) {
  const guard = signInOverloadGuard({
    brands: book,
    trusted,
    trustForwardedHost: false,
    log,
    metrics,
    isFull,
    build: "built",
    isDraining: () => isDraining,
  });
  const app = new Hono<AppEnv>().post(loginForm, guard).all("*", (c) => c.text("passed"));
  return ({ method = "POST", headers = {}, from = "203.0.113.5" }: Sent = {}, url: string = loginForm) => {
    const init = { method, headers: { host: "belair.localhost:3000", ...headers } };
    return app.request(url, init, { incoming: { socket: { remoteAddress: from } } });
  };
}

test("A-104 refuses a sign-in over the limit with Retry-After and the headers of every response", async () => {
  const refusal = await openSignIns()();
  expect([refusal.status, refusal.headers.get("retry-after")]).toEqual([503, "2"]);
  const body = await refusal.text();
  expect(body).toContain("One moment, please");
  expect(refusal.headers.get("content-length")).toBe(String(Buffer.byteLength(body)));
  const everywhere = await openApp()("/health/live");
  // The app's own response has an id and may be compressed.
  const own = ["x-request-id", "content-type", "vary"];
  for (const name of [...everywhere.headers.keys()].filter((name) => !own.includes(name)))
    expect([...refusal.headers.keys()]).toContain(name);
});

test("A-104 a gateway over its limit rejects only sign-ins", async () => {
  const send = openSignIns();
  expect((await send({}, "/pkmslogin.form?from=a-form")).status).toBe(503);
  expect((await send({ method: "GET" })).status).toBe(200);
  for (const path of ["/pkmslogout", "/health/live", "/"]) expect((await send({}, path)).status).toBe(200);
});

test("answers a refused sign-in in the language of the request", async () => {
  const titleIn = async (headers: Record<string, string>) =>
    /<title>[^<]*/.exec(await (await openSignIns()({ headers })).text())?.[0];
  expect(await titleIn({ "accept-language": "en-CA" })).toMatch(/^<title>One moment/);
  expect(await titleIn({ "accept-language": "en-CA", cookie: "language=fr" })).toMatch(/^<title>Un instant/);
});

test("A-104 checks the capacity again for each sign-in", async () => {
  let isFull = true;
  const send = openSignIns({ isFull: () => isFull });
  expect((await send()).status).toBe(503);
  isFull = false;
  expect((await send()).status).toBe(200);
});

test("A-104 refuses a client IP over its limit and serves the others, behind a proxy too", async () => {
  const send = openSignIns({ isFull: ({ clientIp }) => clientIp === "198.51.100.7" });
  const statusFor = async (from: string, forwardedFor?: string) =>
    (await send({ from, headers: { ...(forwardedFor && { "x-forwarded-for": forwardedFor }) } })).status;
  expect(await statusFor("198.51.100.7")).toBe(503);
  expect(await statusFor("198.51.100.8")).toBe(200);
  expect(await statusFor("10.0.0.1", "198.51.100.7")).toBe(503);
  expect(await statusFor("10.0.0.1", "198.51.100.8")).toBe(200);
});

test("A-092 accepts a trusted device while the shared capacity is used up", async () => {
  const deps = { keys: testKeys(), clock: { now: () => new Date() }, random: secureRandom };
  const limiter = passwordCheckLimiter({ running: 2, waiting: 0 });
  for (const clientIp of ["192.0.2.1", "192.0.2.2"]) void limiter.run({ clientIp }, () => new Promise(() => {}));
  const send = openSignIns({ isFull: (client) => limiter.isFull(passwordCheckClient(deps, client)) });
  const statusWith = async (cookie: string) => (await send({ headers: { cookie: `known-browser=${cookie}` } })).status;

  const facts = { name: "known-browser", value: '[["an-account","a-device"]]', until: new Date(Date.now() + 60_000) };
  const signed = signCookie({ ...facts, keys: deps.keys.cookie });
  expect(await statusWith(signed)).toBe(200);
  expect(await statusWith(`x${signed}`)).toBe(503);
});

test("A-104 lets no more of 60 simultaneous sign-ins pass than the gateway has slots", async () => {
  const limiter = passwordCheckLimiter({ running: 8, waiting: 0 });
  const held = Promise.withResolvers<void>();
  let passed = 0;
  const fetch = async (request: Request) => {
    passed += 1;
    await request.text();
    const clientIp = request.headers.get("x-vestibule-client-ip") ?? "";
    return limiter
      .run({ clientIp }, () => held.promise)
      .then(
        () => new Response("signed in"),
        () => new Response("busy", { status: 503 }),
      );
  };
  const app = buildTestApp({
    trusted,
    gateway: { handler: { fetch }, guard: (_, next) => next(), isFull: limiter.isFull },
  });
  const server = await listen({ app, port: 0, host: "127.0.0.1" });
  onTestFinished(() => server.close(0));
  const sockets = Array.from({ length: 60 }, () => connect({ port: server.port, host: "127.0.0.1" }));
  // The server has accepted a connection when it answers on it.
  for (const socket of sockets) socket.write("GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n");
  await Promise.all(sockets.map((socket) => once(socket, "data")));
  const statuses: string[] = [];
  for (const [count, socket] of sockets.entries()) {
    socket.on("data", (data) => statuses.push(String(data).slice(9, 12)));
    const head = ["POST /pkmslogin.form HTTP/1.1", "host: localhost", `x-forwarded-for: 198.51.100.${count}`];
    socket.write([...head, "content-length: 21", "", "username=a&password=b"].join("\r\n"));
  }
  await vi.waitUntil(() => statuses.length >= 52 && passed >= 8, { timeout: 20_000 });
  expect([statuses.filter((status) => status === "503").length, passed]).toEqual([52, 8]);
  held.resolve();
  await vi.waitUntil(() => statuses.filter((status) => status === "200").length === 8, { timeout: 20_000 });
});

test("accepts a sign-in of a brand with an external gateway while the built-in one is over its limit", async () => {
  const [first, second] = brands.brands as [Brand, Brand];
  const elsewhere: Brand = {
    ...first,
    gateway: { kind: "outside", origin: "https://gate.example", loginPath: "/pkmslogin.form", registry: "x" },
  };
  const send = openSignIns({
    book: brandBook({ brands: [elsewhere, second], defaultBrand: second, mode: "demo" }),
  });
  expect((await send({ headers: { host: `${first.id}.localhost` } })).status).toBe(200);
  expect((await send({ headers: { host: `${second.id}.localhost` } })).status).toBe(503);
});

test("closes refused connections during shutdown", async () => {
  expect((await openSignIns()()).headers.has("connection")).toBe(false);
  expect((await openSignIns({ isDraining: true })()).headers.get("connection")).toBe("close");
});
