import { once } from "node:events";
import { Writable } from "node:stream";
import { serverMetrics } from "@vestibule/api/platform/server-metrics.adapter.ts";
import { Hono, type MiddlewareHandler } from "hono";
import { expect, test } from "vitest";
import type { AppEnv } from "./request-facts.ts";
import { requestLimit } from "./request-limit.guard.ts";
import { appBrands, openApp } from "./test/open-app.ts";

const times = (count: number) => Array.from({ length: count }, (_, index) => index);
const flood = "198.51.100.7";

test("A-104 limits concurrent pages and still serves health checks, files and other client IPs", async () => {
  const held = Promise.withResolvers<void>();
  let reached = 0;
  const handler = async (request: Request) => {
    reached += 1;
    if (!request.url.endsWith("/quick")) await held.promise;
    return new Response("the page");
  };
  const send = openApp({ web: { handler, clientFolder: "/nowhere" } });
  const pages = times(600).map(() => send("/", { from: flood }));
  const call = await send("/api/v1/welcome", { from: flood });
  expect(reached).toBeLessThan(256);

  const script = await send(`/brand/${appBrands.defaultBrand.id}/tokens.css`, { from: flood });
  const responses = [await send("/health/live", { from: flood }), script, await send("/quick", { from: "192.0.2.1" })];
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect([call.status, call.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await call.json()).toEqual({ errorCode: 1503, message: "too many requests at once" });

  held.resolve();
  const refused = (await Promise.all(pages)).filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(300);
  expect(refused.every(({ headers }) => headers.get("retry-after") === "5")).toBe(true);
  expect(await refused[0]?.text()).toMatch(/Réessayez dans quelques minutes\..*href="tel:\+1.*Call us at 1-8/s);
  expect((await send("/quick", { from: flood })).status).toBe(200);
});

test("A-104 sign-ins of 600 client IPs leave room for pages", async () => {
  const held = Promise.withResolvers<void>();
  const gateway = {
    handler: { fetch: () => held.promise.then(() => new Response("signed in")) },
    guard: ((_, next) => next()) as MiddlewareHandler<AppEnv>,
  };
  const request = openApp({ gateway });
  const signIn = (count: number) =>
    request("/pkmslogin.form", { method: "POST", from: `198.51.${100 + Math.floor(count / 250)}.${count % 250}` });
  const signIns = times(600).map(signIn);
  expect((await request("/", { from: "192.0.2.1" })).status).toBe(200);

  held.resolve();
  const statuses = (await Promise.all(signIns)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(600);
});

test("A-104 starts a page before the rest of a flood of sign-ins", async () => {
  const started: string[] = [];
  const start = async (request: Request) => {
    started.push(new URL(request.url).pathname);
    return new Response("in hand");
  };
  const gateway = { handler: { fetch: start }, guard: ((_, next) => next()) as MiddlewareHandler<AppEnv> };
  const request = openApp({ gateway, web: { handler: start, clientFolder: "/nowhere" } });
  const signIns = times(40).map((index) => request("/pkmslogin.form", { method: "POST", from: `192.0.2.${index}` }));
  await Promise.all([...signIns, request("/", { from: flood })]);
  expect(started).toHaveLength(41);
  expect(started.indexOf("/")).toBeLessThan(5);
});

test("A-104 a request counts until its response has been sent or its client has disconnected", async () => {
  const app = new Hono<AppEnv>()
    .use((c, next) => {
      c.set("clientIp", flood);
      c.set("hostBrand", appBrands.defaultBrand);
      return next();
    })
    .use(requestLimit(serverMetrics("test")))
    .get("*", (c) => c.text("the page"));
  const request = async (outgoing = new Writable()) => (await app.request("/", {}, { outgoing })).status;
  for (const endBy of ["end", "destroy"] as const) {
    const responses = times(64).map(() => new Writable());
    for (const outgoing of responses) expect(await request(outgoing)).toBe(200);
    expect(await request()).toBe(503);
    for (const outgoing of responses) {
      const closed = once(outgoing, "close");
      outgoing[endBy]();
      await closed;
    }
  }
  expect(await request()).toBe(200);
});
