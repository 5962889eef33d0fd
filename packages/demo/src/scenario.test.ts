import { readFile } from "node:fs/promises";
import { sentence } from "@vestibule/wording/tables.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { scenarios } from "./scenario.table.ts";
import { codeFacts, openDemo } from "./test/open-demo.ts";

const demo = await openDemo();
beforeEach(() => demo.reset());

describe("the demo's clock", () => {
  const offset = async () =>
    Number((await demo.testApi.pool.query("select seconds from clock_offset")).rows[0].seconds);

  test("advances with a button, returns to now and refreshes the server's clock", async () => {
    const before = demo.clockReads();
    expect((await demo.send("/demo/clock", { move: "quarter" })).status).toBe(303);
    await demo.send("/demo/clock", { move: "minute" });
    expect(await offset()).toBe(960);
    await demo.send("/demo/clock", { move: "sundayNight" });
    expect(await offset()).toBeGreaterThan(960);
    await demo.send("/demo/clock", { move: "back" });
    expect(await offset()).toBe(0);
    expect(demo.clockReads()).toBe(before + 4);
  });

  test("refuses an unknown move", async () => {
    expect((await demo.send("/demo/clock", { move: "century" })).status).toBe(400);
  });

  test("A-143 cannot be moved by another site", async () => {
    expect((await demo.send("/demo/clock", { move: "day" }, { origin: "https://elsewhere.example" })).status).toBe(403);
    expect((await demo.send("/demo/clock", { move: "day" }, { origin: "null" })).status).toBe(403);
    expect(await offset()).toBe(0);
  });
});

describe("a reset", () => {
  const counts = async () => {
    const { rows } = await demo.testApi.pool.query(`select (select count(*)::int from book_row) as rows,
      (select count(*)::int from account) as accounts, (select count(*)::int from notification) as messages,
      (select count(*)::int from limit_window) as limits, (select count(*)::int from audit_event) as events,
      (select seconds::int from clock_offset) as clock`);
    return rows[0];
  };

  test("restores people, messages, limits and the clock, and keeps the audit trail", async () => {
    const atStart = await counts();
    await demo.notify(codeFacts);
    await demo.send("/demo/clock", { move: "day" });
    await demo.testApi.pool.query("delete from account where email = (select min(email) from account)");
    await demo.testApi.pool.query("delete from book_row where policy_number = 'K3M4821'");
    await demo.testApi.pool.query("update account set password_hash = 'another'");
    await demo.deps.reset();
    const response = await demo.send("/demo/reset", {});
    expect(response.headers.get("location")).toBe("/demo?reset=done#reset");
    expect(await counts()).toEqual({ ...atStart, events: expect.any(Number) });
    expect((await counts()).events).toBeGreaterThanOrEqual(atStart.events);
    const { rows } = await demo.testApi.pool.query("select 1 from account where password_hash = 'another'");
    expect(rows).toEqual([]);
    expect((await demo.page("/demo?reset=done&language=en")).text).toContain("as it was at the start");
  });

  test("is confirmed with a disclosure and refused from another site", async () => {
    const { document } = await demo.page("/demo?language=en");
    expect(document.querySelector('details.reset form[action="/demo/reset"]')).not.toBeNull();
    await demo.notify(codeFacts);
    expect((await demo.send("/demo/reset", {}, { origin: "https://elsewhere.example" })).status).toBe(403);
    expect((await counts()).messages).toBe(1);
  });
});

describe("a scenario", () => {
  test("opens the portal with its brand, province and language, as in a new browser", async () => {
    const response = await demo.send("/demo/start", {
      brand: "intact",
      province: "qc",
      language: "fr",
      at: "registration",
    });
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe("/create-an-account/start?province=qc&language=fr");
    const cookies = response.headers.getSetCookie();
    expect(cookies[0]).toMatch(/^demo-brand=intact; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(cookies.filter((cookie) => cookie.includes("Max-Age=0")).map((cookie) => cookie.split("=")[0])).toEqual([
      "portal",
      "__Host-portal",
      "PD-H-SESSION-ID",
      "PD-S-SESSION-ID",
      "__Host-session-binding",
      "known-browser",
      "__Host-known-browser",
      "demo-application-pending",
      "demo-application-session",
      "demo-application-token",
      "demo-application-returned",
    ]);
  });

  test.each(["fr", "en"])("starts in the guide's language where its province offers it: %s", async (language) => {
    const { document } = await demo.page(`/demo?language=${language}`);
    const languageOf = (scenario: string) => {
      const form = document.querySelector(`form:has(input[name=scenario][value=${scenario}])`);
      return form?.querySelector("input[name=language]")?.getAttribute("value");
    };
    expect(languageOf("firstVisit")).toBe(language);
    expect(languageOf("sundayNight")).toBe("en");
  });

  test("is marked as tried in the browser that started it, until the demo is reset", async () => {
    const start = { brand: "intact", province: "qc", language: "fr", at: "registration" };
    const named = (response: Response) =>
      response.headers.getSetCookie().find((one) => one.startsWith("demo-stories="));
    const first = named(await demo.send("/demo/start", { ...start, scenario: "firstVisit" }));
    expect(first).toMatch(/^demo-stories=firstVisit; .*Path=\/demo; HttpOnly; SameSite=Lax$/);
    const second = await demo.send(
      "/demo/start",
      { ...start, scenario: "holiday" },
      { cookie: "demo-stories=firstVisit" },
    );
    expect(named(second)).toContain("demo-stories=firstVisit.holiday;");
    expect(named(await demo.send("/demo/start", { ...start, scenario: "<b>" }))).toBeUndefined();
    const { document } = await demo.page("/demo?language=en", { cookie: "demo-stories=firstVisit.holiday.nonsense" });
    expect(document.querySelectorAll(".tried")).toHaveLength(2);
    const open = document.querySelectorAll(".scenario-facts[open]").map(({ parentNode }) => parentNode);
    expect(open.map((card) => card?.querySelector("h3")?.text)).toEqual([
      sentence("demo:scenario.holiday.title", "en"),
    ]);
    const again = await demo.send(
      "/demo/start",
      { ...start, scenario: "firstVisit" },
      { cookie: "demo-stories=firstVisit.holiday" },
    );
    expect(named(again)).toContain("demo-stories=holiday.firstVisit;");
    expect((await demo.page("/demo")).text).not.toContain('class="tried"');
    expect(named(await demo.send("/demo/reset", {}))).toContain("Max-Age=0");
  });

  test("opens the page that asks for the e-mail when it is about a forgotten password", async () => {
    const response = await demo.send("/demo/start", { brand: "belair", province: "on", language: "en", at: "forgot" });
    expect(response.headers.get("location")).toBe("/forgot?province=on&language=en");
    const unknown = await demo.send("/demo/start", { brand: "belair", province: "on", language: "en", at: "toString" });
    expect(unknown.headers.get("location")).toBe("/create-an-account/start?province=on&language=en");
  });

  test("moves the clock when it takes place at another time", async () => {
    await demo.send("/demo/start", {
      brand: "bna",
      province: "qc",
      language: "fr",
      at: "registration",
      clock: "holiday",
    });
    const { rows } = await demo.testApi.pool.query("select seconds from clock_offset");
    expect(Number(rows[0].seconds)).toBeGreaterThan(0);
  });

  test("refuses an unknown brand, province or language", async () => {
    for (const wrong of [{ brand: "acme" }, { province: "zz" }, { language: "de" }])
      expect((await demo.send("/demo/start", { brand: "bna", province: "qc", language: "fr", ...wrong })).status).toBe(
        400,
      );
  });
});

test("no scenario uses a person to whom the documentation sends a link", async () => {
  const page = await readFile(new URL("../../../docs/afternoon.md", import.meta.url), "utf8");
  const issued = [...page.matchAll(/link issue --policy (\S+)/g)].map(([, number = ""]) => number.replace("-", ""));
  expect(issued.length).toBeGreaterThan(0);
  const inStories: string[] = Object.values(scenarios).map(({ policyNumber }) => policyNumber);
  expect(issued.filter((number) => inStories.includes(number))).toEqual([]);
  const { rows } = await demo.testApi.pool.query(
    "select policy_number from book_row join account using (person_key) where policy_number = any($1)",
    [issued],
  );
  expect(rows).toEqual([]);
});

describe("a scenario about a link", () => {
  const press = (fields: Record<string, string>) => demo.send("/demo/link", fields);
  const formOf = async (button: string): Promise<Record<string, string>> => {
    const { document } = await demo.page("/demo?language=en");
    const form = document.querySelectorAll('form[action="/demo/link"]').find(({ text }) => text.includes(button));
    const fields = form?.querySelectorAll("input") ?? [];
    expect(fields).not.toEqual([]);
    return Object.fromEntries(fields.map(({ attributes: { name = "", value = "" } }) => [name, value]));
  };

  test("sends the link with a button and shows it in the outbox", async () => {
    const fields = await formOf("Send the link to Maëlle");
    const response = await press(fields);
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe("/demo/outbox");
    expect(response.headers.getSetCookie()[0]).toMatch(/^demo-brand=belair;/);
    const [mail] = await demo.outbox();
    expect(mail).toMatchObject({ brand: "belair", channel: "EMAIL", to: "maelle.st-onge@courrier.example" });
    expect(mail.link).toMatch(/^http:\/\/localhost:3000\/\?token=.+&src=edoc&language=fr&province=qc$/);
    expect(mail.html).toContain("Maëlle");
  });

  test("refuses an unknown person, policy, action or source", async () => {
    const fields = await formOf("Send the link to Maëlle");
    for (const [name, wrong] of Object.entries({
      person: "x",
      policyNumber: "x",
      action: "TOKEN_EXPIRED",
      source: "x",
    }))
      expect((await press({ ...fields, [name]: wrong })).status, name).toBe(400);
    expect(await demo.outbox()).toEqual([]);
  });
});
