import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { expect, test } from "vitest";
import { brandBook } from "../brands/brand-book.ts";
import { readiness } from "./readiness.ts";
import { brands, openEntrance } from "./test/open-entrance.ts";

/** An entrance whose gateway has no place left, or has one. */
function open({ isFull = (): boolean => true, book = brands, state = "open" as "open" | "leaving" } = {}) {
  const ready = readiness(async () => {});
  if (state === "leaving") ready.leaving();
  const room = { fetch: async () => new Response("the gateway") };
  const gateway = { room, guard: (_: unknown, next: () => Promise<void>) => next(), isFull };
  const knock = openEntrance({ brands: book, readiness: ready, gateway });
  return (path: string, method: string, host?: string) => knock(path, { method, ...(host && { host }) });
}

test("A-104 a sign-in too many gets its answer at the door, with the time to wait and the headers of every answer", async () => {
  const answer = await open()("/pkmslogin.form", "POST");
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
  const page = await answer.text();
  expect(page).toContain("One moment, please");
  expect(answer.headers.get("content-length")).toBe(String(Buffer.byteLength(page)));
  const everywhere = await open()("/health/live", "GET");
  // The gateway’s own answer has an id and may be packed.
  const own = ["x-request-id", "content-type", "vary"];
  for (const name of [...everywhere.headers.keys()].filter((name) => !own.includes(name)))
    expect([name, answer.headers.has(name)]).toEqual([name, true]);
});

test("A-104 a full gateway turns away nothing but sign-ins", async () => {
  const ask = open();
  for (const [path, method] of [
    ["/pkmslogin.form", "GET"],
    ["/pkmslogout", "POST"],
  ] as const)
    expect(await (await ask(path, method)).text()).toBe("the gateway");
  expect((await ask("/health/live", "GET")).status).toBe(200);
});

test("A-104 the door asks anew for each sign-in whether there is a place", async () => {
  let full = true;
  const ask = open({ isFull: () => full });
  expect((await ask("/pkmslogin.form", "POST")).status).toBe(503);
  full = false;
  expect(await (await ask("/pkmslogin.form", "POST")).text()).toBe("the gateway");
});

test("a brand that signs in elsewhere is not turned away for us being full", async () => {
  const [first, second] = brands.brands as [Brand, Brand];
  const elsewhere: Brand = {
    ...first,
    gateway: { kind: "outside", origin: "https://gate.example", loginPath: "/pkmslogin.form", registry: "x" },
  };
  const ask = open({ book: brandBook({ brands: [elsewhere, second], defaultBrand: second, mode: "demo" }) });
  expect((await ask("/pkmslogin.form", "POST", `${first.id}.localhost`)).status).toBe(200);
  expect((await ask("/pkmslogin.form", "POST", `${second.id}.localhost`)).status).toBe(503);
});

test("a server that leaves closes the connections of those it turns away", async () => {
  expect((await open()("/pkmslogin.form", "POST")).headers.has("connection")).toBe(false);
  expect((await open({ state: "leaving" })("/pkmslogin.form", "POST")).headers.get("connection")).toBe("close");
});
