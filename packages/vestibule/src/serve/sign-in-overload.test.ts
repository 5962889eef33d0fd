import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { passwordCheckClient } from "@vestibule/api/gateway/trusted-device.adapter.ts";
import { passwordCheckLimiter } from "@vestibule/api/passwords/password-check-limiter.adapter.ts";
import { ipNetworks } from "@vestibule/api/platform/host-reach.rule.ts";
import { jsonLog } from "@vestibule/api/platform/log.adapter.ts";
import { secureRandom } from "@vestibule/api/platform/random.adapter.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { signCookie } from "@vestibule/contract/cookies/signed-cookie.rule.ts";
import { expect, onTestFinished, test, vi } from "vitest";
import { testKeys } from "../../../../test/book-file.ts";
import { brandBook } from "../brands/brand-book.ts";
import type { GatewayBackend } from "./backend.ts";
import { listen } from "./http-server.adapter.ts";
import { signInOverloadGuard } from "./sign-in-overload.guard.ts";
import { brands, buildTestApp, openApp } from "./test/open-app.ts";

type Reserve = NonNullable<GatewayBackend["reserveSignIn"]>;
interface Sent {
  method?: string;
  headers?: Record<string, string>;
  /** IP of the socket's peer. */
  from?: string;
}

const trusted = ipNetworks(["10.0.0.0/8", "127.0.0.1"]);
const log = jsonLog({ level: "error" });
const metrics = { countRefused: () => {} };

/** A guard whose gateway has no capacity left, or has some. */
function openGuard({ reserve = (() => undefined) as Reserve, book = brands, isDraining = false } = {}) {
  return signInOverloadGuard({
    brands: book,
    trusted,
    trustForwardedHost: false,
    log,
    metrics,
    reserve,
    build: "built",
    isDraining: () => isDraining,
  });
}

function openRefusals(options: Parameters<typeof openGuard>[0] = {}, pass = () => {}) {
  const admit = openGuard(options);
  return ({ method = "POST", headers = {}, from = "203.0.113.5" }: Sent = {}, url = "/pkmslogin.form") =>
    admit(
      {
        method,
        url,
        socket: { remoteAddress: from },
        headers: { host: "belair.localhost:3000", ...headers },
      } as unknown as IncomingMessage,
      pass,
    );
}

test("A-104 refuses a sign-in over the limit with Retry-After and the headers of every response", async () => {
  const refusal = openRefusals()();
  expect([refusal?.status, refusal?.headers["retry-after"]]).toEqual([503, "2"]);
  expect(String(refusal?.body)).toContain("One moment, please");
  expect(refusal?.headers["content-length"]).toBe(String(refusal?.body.length));
  const everywhere = await openApp()("/health/live");
  // The app's own response has an id and may be compressed.
  const own = ["x-request-id", "content-type", "vary"];
  for (const name of [...everywhere.headers.keys()].filter((name) => !own.includes(name)))
    expect(Object.keys(refusal?.headers ?? {})).toContain(name);
});

test("A-104 a gateway over its limit rejects only sign-ins", () => {
  const refusalOf = openRefusals();
  expect(refusalOf({}, "/pkmslogin.form?from=a-form")?.status).toBe(503);
  expect(refusalOf({ method: "GET" })).toBeUndefined();
  for (const path of ["/pkmslogout", "/health/live", "/"]) expect(refusalOf({}, path)).toBeUndefined();
});

test("answers a refused sign-in in the language of the request", () => {
  const titleIn = (headers: Record<string, string>) =>
    /<title>[^<]*/.exec(String(openRefusals()({ headers })?.body))?.[0];
  expect(titleIn({ "accept-language": "en-CA" })).toMatch(/^<title>One moment/);
  expect(titleIn({ "accept-language": "en-CA", cookie: "language=fr" })).toMatch(/^<title>Un instant/);
});

test("A-104 checks the capacity again for each sign-in", () => {
  let hasRoom = false;
  const refusalOf = openRefusals({ reserve: () => (hasRoom ? () => {} : undefined) });
  expect(refusalOf()?.status).toBe(503);
  hasRoom = true;
  expect(refusalOf()).toBeUndefined();
});

test("A-104 refuses a client IP over its limit and serves the others, behind a proxy too", () => {
  const refusalOf = openRefusals({
    reserve: ({ clientIp }) => (clientIp === "198.51.100.7" ? undefined : () => {}),
  });
  const statusFor = (from: string, forwardedFor?: string) =>
    refusalOf({ from, headers: { ...(forwardedFor && { "x-forwarded-for": forwardedFor }) } })?.status;
  expect(statusFor("198.51.100.7")).toBe(503);
  expect(statusFor("198.51.100.8")).toBeUndefined();
  expect(statusFor("10.0.0.1", "198.51.100.7")).toBe(503);
  expect(statusFor("10.0.0.1", "198.51.100.8")).toBeUndefined();
});

test("A-092 accepts a trusted device while the shared capacity is used up", () => {
  const deps = { keys: testKeys(), clock: { now: () => new Date() }, random: secureRandom };
  const limiter = passwordCheckLimiter({ slots: 0, trustedSlots: 4 });
  const refusalOf = openRefusals({ reserve: (client) => limiter.reserve(passwordCheckClient(deps, client)) });
  const refusalWith = (cookie: string) => refusalOf({ headers: { cookie: `known-browser=${cookie}` } });

  const facts = { name: "known-browser", value: '[["an-account","a-device"]]', until: new Date(Date.now() + 60_000) };
  const signed = signCookie({ ...facts, keys: deps.keys.cookie });
  expect(refusalWith(signed)).toBeUndefined();
  expect(refusalWith(`x${signed}`)?.status).toBe(503);
});

test("A-104 rejects sign-ins over the limit before it passes the accepted ones", async () => {
  const events: string[] = [];
  const slots = [() => events.push("released")];
  const reserve = () => slots.pop();
  const refusalOf = openRefusals({ reserve }, () => events.push("passed"));
  expect(refusalOf()).toBeUndefined();
  expect(refusalOf()?.status).toBe(503);
  events.push("refused");
  await vi.waitUntil(() => events.includes("passed"));
  expect(events).toEqual(["refused", "released", "passed"]);
});

test("A-104 lets no more of 60 simultaneous sign-ins pass than the gateway has slots", async () => {
  const limiter = passwordCheckLimiter({ slots: 8 });
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
    gateway: { handler: { fetch }, guard: (_, next) => next() },
  });
  const admit = openGuard({ reserve: limiter.reserve });
  const server = await listen({ app, admit, port: 0, host: "127.0.0.1" });
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

test("accepts a sign-in of a brand with an external gateway while the built-in one is over its limit", () => {
  const [first, second] = brands.brands as [Brand, Brand];
  const elsewhere: Brand = {
    ...first,
    gateway: { kind: "outside", origin: "https://gate.example", loginPath: "/pkmslogin.form", registry: "x" },
  };
  const refusalOf = openRefusals({
    book: brandBook({ brands: [elsewhere, second], defaultBrand: second, mode: "demo" }),
  });
  expect(refusalOf({ headers: { host: `${first.id}.localhost` } })).toBeUndefined();
  expect(refusalOf({ headers: { host: `${second.id}.localhost` } })?.status).toBe(503);
});

test("closes refused connections during shutdown", () => {
  expect(openRefusals()()?.headers).not.toHaveProperty("connection");
  expect(openRefusals({ isDraining: true })()?.headers).toHaveProperty("connection", "close");
});
