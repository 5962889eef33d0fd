import { expect, test } from "vitest";
import { readiness } from "./readiness.route.ts";
import { openApp } from "./test/open-app.ts";

test("A-199 returns up or down and nothing else", async () => {
  const state = readiness(async () => {});
  const request = openApp({ readiness: state });
  expect(await (await request("/health/live")).text()).toBe('{"status":"up"}');
  expect((await request("/health/ready")).status).toBe(503);
  state.markReady();
  expect(await (await request("/health/ready")).text()).toBe('{"status":"up"}');
});

test("F-02 accepts requests while the database is unavailable, but not while it starts, is blocked or shuts down", async () => {
  let behind = false;
  const state = readiness(
    () => Promise.reject(new Error("connection refused at 10.0.0.9")),
    () => behind,
  );
  const request = openApp({ readiness: state });
  const statuses: number[] = [];
  const check = async () => statuses.push((await request("/health/accepting")).status);
  await check();
  state.markReady();
  await check();
  behind = true;
  await check();
  behind = false;
  state.startDraining();
  await check();
  expect(statuses).toEqual([503, 200, 503, 503]);
});

test("F-02 a server is live but not ready while the database is unavailable", async () => {
  const state = readiness(() => Promise.reject(new Error("connection refused at 10.0.0.9")));
  state.markReady();
  const request = openApp({ readiness: state });
  const ready = await request("/health/ready");
  expect([ready.status, await ready.text()]).toEqual([503, '{"status":"down"}']);
  expect((await request("/health/live")).status).toBe(200);
});

test("F-23 a blocked server is live but not ready, and answers 503 with Retry-After", async () => {
  let behind = true;
  const state = readiness(
    async () => {},
    () => behind,
  );
  state.markReady();
  const request = openApp({ readiness: state });
  expect((await request("/health/ready")).status).toBe(503);
  expect((await request("/health/live")).status).toBe(200);
  const page = await request("/");
  const call = await request("/api/v2/registration");
  for (const response of [page, call])
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await page.text()).toMatch(/Réessayez dans quelques minutes\..*href="tel:\+1.*Call us at 1-8/s);
  expect(await call.json()).toEqual({ error: "UNAVAILABLE", message: "the service is held up" });
  behind = false;
  expect([(await request("/health/ready")).status, (await request("/")).status]).toEqual([200, 200]);
});

test("F-22 a server that shuts down is not ready and closes connections", async () => {
  const state = readiness(async () => {});
  state.markReady();
  state.startDraining();
  state.markReady();
  const request = openApp({ readiness: state });
  expect((await request("/health/ready")).status).toBe(503);
  expect((await request("/")).headers.get("connection")).toBe("close");
});
