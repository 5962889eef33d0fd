import { once } from "node:events";
import { connect } from "node:net";
import { passwordCheckClient } from "@vestibule/api/gateway/trusted-device.adapter.ts";
import { passwordCheckLimiter } from "@vestibule/api/passwords/password-check-limiter.adapter.ts";
import { secureRandom } from "@vestibule/api/platform/random.adapter.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { signCookie } from "@vestibule/contract/cookies/signed-cookie.rule.ts";
import type { MiddlewareHandler } from "hono";
import { expect, onTestFinished, test, vi } from "vitest";
import { testKeys } from "../../../../test/book-file.ts";
import { brandBook } from "../brands/brand-book.ts";
import type { GatewayBackend } from "./backend.ts";
import { trustedNetworks } from "./client-ip.rule.ts";
import { listen } from "./http-server.adapter.ts";
import { readiness } from "./readiness.route.ts";
import { brands, buildTestApp, openApp } from "./test/open-app.ts";

const passOn: MiddlewareHandler = (_, next) => next();
type HasRoom = NonNullable<GatewayBackend["hasRoomForSignIn"]>;

/** An app whose gateway has no capacity left, or has some. */
function open({ hasRoom = (() => false) as HasRoom, book = brands, state = "open" as "open" | "leaving" } = {}) {
  const ready = readiness(async () => {});
  if (state === "leaving") ready.leaving();
  const handler = { fetch: async () => new Response("the gateway") };
  const gateway = { handler, guard: passOn, hasRoomForSignIn: hasRoom };
  const send = openApp({ brands: book, readiness: ready, gateway });
  return (path: string, method: string, host?: string) => send(path, { method, ...(host && { host }) });
}

test("A-104 refuses a sign-in over the limit with Retry-After and the headers of every response", async () => {
  const answer = await open()("/pkmslogin.form", "POST");
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
  const page = await answer.text();
  expect(page).toContain("One moment, please");
  expect(answer.headers.get("content-length")).toBe(String(Buffer.byteLength(page)));
  const everywhere = await open()("/health/live", "GET");
  // The gateway’s own response has an id and may be compressed.
  const own = ["x-request-id", "content-type", "vary"];
  for (const name of [...everywhere.headers.keys()].filter((name) => !own.includes(name)))
    expect([name, answer.headers.has(name)]).toEqual([name, true]);
});

test("A-104 a full gateway refuses only sign-ins", async () => {
  const ask = open();
  for (const [path, method] of [
    ["/pkmslogin.form", "GET"],
    ["/pkmslogout", "POST"],
  ] as const)
    expect(await (await ask(path, method)).text()).toBe("the gateway");
  expect((await ask("/health/live", "GET")).status).toBe(200);
});

test("A-104 checks the capacity again for each sign-in", async () => {
  let handler = false;
  const ask = open({ hasRoom: () => handler });
  expect((await ask("/pkmslogin.form", "POST")).status).toBe(503);
  handler = true;
  expect(await (await ask("/pkmslogin.form", "POST")).text()).toBe("the gateway");
});

test("A-104 refuses a client IP over its limit and serves the others, behind a proxy too", async () => {
  const hasRoom: HasRoom = (_, { clientIp }) => clientIp !== "198.51.100.7";
  const gateway = {
    handler: { fetch: async () => new Response("the gateway") },
    guard: passOn,
    hasRoomForSignIn: hasRoom,
  };
  const send = openApp({ gateway });
  const statusFor = async (from: string, forwardedFor?: string) => {
    const headers = { ...(forwardedFor && { "x-forwarded-for": forwardedFor }) };
    return (await send("/pkmslogin.form", { method: "POST", from, headers })).status;
  };
  expect(await statusFor("198.51.100.7")).toBe(503);
  expect(await statusFor("198.51.100.8")).toBe(200);
  expect(await statusFor("10.0.0.1", "198.51.100.7")).toBe(503);
  expect(await statusFor("10.0.0.1", "198.51.100.8")).toBe(200);
});

test("A-092 accepts a trusted device while the shared capacity is used up", async () => {
  const deps = { keys: testKeys(), clock: { now: () => new Date() }, random: secureRandom };
  const limiter = passwordCheckLimiter({ places: 0, trustedPlaces: 4 });
  const hasRoom: HasRoom = (c, client) => limiter.hasRoom(passwordCheckClient(deps, c, client));
  const gateway = {
    handler: { fetch: async () => new Response("the gateway") },
    guard: passOn,
    hasRoomForSignIn: hasRoom,
  };
  const send = openApp({ gateway });
  const statusWith = async (cookie: string) =>
    (await send("/pkmslogin.form", { method: "POST", headers: { cookie: `known-browser=${cookie}` } })).status;

  const facts = { name: "known-browser", value: '[["an-account","a-device"]]', until: new Date(Date.now() + 60_000) };
  const signed = signCookie({ ...facts, keys: deps.keys.cookie });
  expect(await statusWith(signed)).toBe(200);
  expect(await statusWith(`x${signed}`)).toBe(503);
});

test("A-104 lets no more of 60 simultaneous sign-ins pass than the gateway has places", async () => {
  const limiter = passwordCheckLimiter({ places: 8 });
  const held = Promise.withResolvers<void>();
  let passed = 0;
  const fetch = async (request: Request) => {
    passed += 1;
    await request.text();
    const clientIp = request.headers.get("x-vestibule-address") ?? "";
    return limiter
      .run({ clientIp }, () => held.promise)
      .then(
        () => new Response("signed in"),
        () => new Response("busy", { status: 503 }),
      );
  };
  const app = buildTestApp({
    trusted: trustedNetworks(["127.0.0.1"]),
    gateway: { handler: { fetch }, guard: passOn, hasRoomForSignIn: (_, client) => limiter.hasRoom(client) },
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
  await vi.waitUntil(() => statuses.length >= 52, { timeout: 20_000 });
  expect([statuses.filter((status) => status === "503").length, passed]).toEqual([52, 8]);
  held.resolve();
  await vi.waitUntil(() => statuses.filter((status) => status === "200").length === 8, { timeout: 20_000 });
});

test("accepts a sign-in of a brand with an external gateway while the built-in one is full", async () => {
  const [first, second] = brands.brands as [Brand, Brand];
  const elsewhere: Brand = {
    ...first,
    gateway: { kind: "outside", origin: "https://gate.example", loginPath: "/pkmslogin.form", registry: "x" },
  };
  const ask = open({ book: brandBook({ brands: [elsewhere, second], defaultBrand: second, mode: "demo" }) });
  expect((await ask("/pkmslogin.form", "POST", `${first.id}.localhost`)).status).toBe(200);
  expect((await ask("/pkmslogin.form", "POST", `${second.id}.localhost`)).status).toBe(503);
});

test("closes refused connections during shutdown", async () => {
  expect((await open()("/pkmslogin.form", "POST")).headers.has("connection")).toBe(false);
  expect((await open({ state: "leaving" })("/pkmslogin.form", "POST")).headers.get("connection")).toBe("close");
});
