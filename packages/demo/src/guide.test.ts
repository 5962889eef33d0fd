import { readFile, writeFile } from "node:fs/promises";
import { runInNewContext } from "node:vm";
import { linkSources } from "@vestibule/catalogue/link.table.ts";
import { notifications } from "@vestibule/catalogue/notification.table.ts";
import type { StaffRole } from "@vestibule/catalogue/team.table.ts";
import { screenIds } from "@vestibule/vestibule/screens/screens.rule.ts";
import { parse } from "node-html-parser";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { bookHeader, bookLine } from "../../../test/book-file.ts";
import { createAccount } from "../../../test/test-api.ts";
import { writeTestFile } from "../../../test/test-file.ts";
import { demoRoutes } from "./guide.route.ts";
import { scenarioIds } from "./scenario.table.ts";
import type { ScreenEntry } from "./screen-list.rule.ts";
import { demoOrigin, openDemo } from "./test/open-demo.ts";

const demo = await openDemo();
beforeEach(() => demo.reset());

describe("the guide", () => {
  test.each(["fr", "en"])("is complete in %s with every scenario and without JavaScript", async (language) => {
    const { response, text, document } = await demo.page(`/demo?language=${language}`);
    expect(response.status).toBe(200);
    expect(text).toContain(`<html lang="${language}-CA">`);
    expect(document.querySelectorAll(".card.scenario")).toHaveLength(scenarioIds.length);
    expect(text).not.toMatch(/undefined|\[object|demo:|\{\w+\}(?!")/);
    expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=/);
  });

  test("shows the messages, then the scenarios, each with its facts in a disclosure", async () => {
    const { document } = await demo.page("/demo?language=en");
    const sections = document.querySelectorAll("section").map(({ id }) => id);
    expect(sections.slice(0, 2)).toEqual(["outbox", "stories"]);
    expect(document.querySelectorAll(".card.scenario > details.scenario-facts > summary + dl")).toHaveLength(
      scenarioIds.length,
    );
  });

  test("does not state a number of brands, since BRANDS_DIR may add some", async () => {
    for (const language of ["fr", "en"])
      expect((await demo.page(`/demo?language=${language}`)).text).not.toMatch(/five invented|cinq marques/i);
  });

  test("has different titles in the two languages", async () => {
    const titles = async (language: string) =>
      (await demo.page(`/demo?language=${language}`)).document
        .querySelectorAll("h2, summary > span:first-child")
        .map(({ text }) => text);
    const french = await titles("fr");
    const english = await titles("en");
    expect(french).toHaveLength(english.length);
    expect(french.length).toBeGreaterThan(20);
    expect(french.filter((title) => english.includes(title))).toEqual([]);
  });

  test("shows the fonts of the brands on the first visit as well", async () => {
    const { text } = await demo.page("/demo/guide.css");
    expect([...text.matchAll(/@font-face\{[^}]*font-display:swap\}/g)]).toHaveLength(2);
  });

  test("allows only its own script", async () => {
    const { response } = await demo.page("/demo");
    expect(response.headers.get("content-security-policy")).toContain("script-src 'self';");
    for (const file of ["guide.css", "guide.chat.css", "guide.js", "brands.css"])
      expect((await demo.page(`/demo/${file}`)).response.status, file).toBe(200);
  });

  test("labels a copy button by its fact, also one with dollar signs", async () => {
    const button = { append: () => {}, setAttribute: vi.fn() };
    const fact = { childNodes: [], textContent: "Pa$$word$&1", replaceWith: () => {} };
    const document = {
      body: { dataset: { copyLabel: "Copy: {fact}" } },
      querySelector: () => null,
      querySelectorAll: (selector: string) => (selector === "code[data-copy]" ? [fact] : []),
      createElement: () => button,
      addEventListener: () => {},
    };
    runInNewContext(await readFile(new URL("./guide/guide.js", import.meta.url), "utf8"), { document });
    expect(button.setAttribute).toHaveBeenCalledWith("aria-label", "Copy: Pa$$word$&1");
  });

  test("shows the people of a book that changed, once the demo is reset", async () => {
    const bookFile = await writeTestFile([bookHeader, bookLine({ firstName: "Ada" })].join("\n"));
    const routes = demoRoutes({ ...demo.deps, bookFile, reset: async () => {} });
    const isListed = async (name: string) => (await (await routes.request(`${demoOrigin}/demo`)).text()).includes(name);
    expect(await isListed("Ada")).toBe(true);
    await writeFile(bookFile, [bookHeader, bookLine({ firstName: "Grace" })].join("\n"));
    const headers = { origin: demoOrigin, "content-type": "application/x-www-form-urlencoded" };
    await routes.request(`${demoOrigin}/demo/reset`, { method: "POST", headers });
    expect([await isListed("Ada"), await isListed("Grace")]).toEqual([false, true]);
  });

  test("passes a fault to the portal, which answers it with a page", async () => {
    const routes = demoRoutes({ ...demo.deps, bookFile: "no-such-book.csv" });
    await expect(routes.request(`${demoOrigin}/demo`)).rejects.toThrow("there is no such file");
  });

  test("refuses a form whose body cannot be parsed", async () => {
    expect((await demo.send("/demo/clock", {}, { "content-type": "multipart/form-data" })).status).toBe(400);
  });

  test("A-079 escapes a hostile e-mail of a custom book", async () => {
    const bookFile = await writeTestFile([bookHeader, bookLine({ email: "a&b'c@courrier.example" })].join("\n"));
    const routes = demoRoutes({ ...demo.deps, bookFile });
    const text = await (await routes.request(`${demoOrigin}/demo`)).text();
    expect(text).toContain("a&amp;b&#39;c@");
    expect(text).not.toContain("a&b'c");
  });

  test("links to the pages of agents and the team with their demo ids, or refers to AGENTS", async () => {
    const sectionOf = async (name: "agent" | "team", ...ids: [id: string, role: StaffRole][]) => {
      const staff = Object.fromEntries(ids.map(([id, role]) => [id, { secret: "not shown", roles: [role] }]));
      const response = await demoRoutes({ ...demo.deps, staff }).request(`${demoOrigin}/demo?language=en`);
      return parse(await response.text()).querySelector(`section#${name}`);
    };
    const idsIn = (section: Awaited<ReturnType<typeof sectionOf>>) =>
      section?.querySelectorAll("code").map(({ text }) => text);
    for (const section of [await sectionOf("agent", ["agent", "act"]), await sectionOf("agent")])
      expect(section?.querySelector('a[href="/agent"]')).not.toBeNull();
    expect(idsIn(await sectionOf("agent", ["agent", "act"], ["team-look", "look"]))).toEqual(["agent"]);
    const team = await sectionOf("team", ["agent", "act"], ["team-look", "look"]);
    expect(idsIn(team)).toEqual(["team-look"]);
    expect(team?.querySelector('a[href="/team"]')).not.toBeNull();
    expect((await sectionOf("agent"))?.text).toContain("of the setting AGENTS");
    expect(idsIn(await sectionOf("agent"))).toEqual([]);
  });

  test("shows its own URL and a QR code for a phone", async () => {
    const text = (await demo.page("http://192.0.2.7:3000/demo")).text;
    expect(text).toContain("http://192.0.2.7:3000/demo");
    expect(text).toContain("<svg");
  });

  test("says how to allow a phone where the server answers this machine alone", async () => {
    const pageAt = async (origin: string) => {
      const response = await demoRoutes({ ...demo.deps, host: "127.0.0.1" }).request(`${origin}/demo?language=en`);
      return parse(await response.text()).querySelector("section#telephone");
    };
    const section = await pageAt(demoOrigin);
    expect(section?.text).toContain("HOST=0.0.0.0");
    expect(section?.querySelector("svg")).toBeNull();
    // A proxy on this machine makes it reachable at its own host.
    expect((await pageAt("https://demo.example"))?.querySelector("svg")).not.toBeNull();
  });

  test("shows who has created an account", async () => {
    expect((await demo.page("/demo?language=en")).text).not.toContain("has an account now");
    const { rows } = await demo.testApi.pool.query("select * from book_row where policy_number = 'K3M4821'");
    const [row] = rows;
    const id = await demo.testApi.database.transaction().execute((transaction) =>
      createAccount(transaction, {
        brandId: "belair",
        email: row.email,
        emailAsTyped: row.email,
        personKey: row.person_key,
        identity: `${row.person_key}|${row.email}`,
        proven: { contacts: [row.email], personIds: [] },
        passwordHash: "x",
        firstName: "Maëlle",
        lastName: "St-Onge",
        dateOfBirth: "1988-02-29",
        language: "fr",
        province: "qc",
        policies: [],
      }),
    );
    expect(id.kind).toBe("created");
    expect((await demo.page("/demo?language=en")).text).toContain("has an account now");
    await demo.testApi.pool.query("delete from account where person_key = $1", [row.person_key]);
  });
});

test("a brand is selected on any host, and deselected", async () => {
  const chosen = await demo.send("/demo/brand", { brand: "servus" });
  expect(chosen.headers.getSetCookie()).toEqual(["demo-brand=servus; Path=/; HttpOnly; SameSite=Lax"]);
  const { text, document } = await demo.page("/demo", { cookie: "demo-brand=servus" });
  expect(text).toContain('href="/brand/servus/tokens.css"');
  const pressed = document.querySelectorAll('[aria-pressed="true"]');
  expect(pressed.map((button) => button.getAttribute("value"))).toEqual(["servus"]);
  expect((await demo.send("/demo/brand", { brand: "" })).headers.getSetCookie()[0]).toMatch(/^demo-brand=; Max-Age=0/);
});

test("every screen is listed with a title and a path in both languages", async () => {
  for (const language of ["fr", "en"]) {
    const all: ScreenEntry[] = JSON.parse((await demo.page(`/demo/screens.json?language=${language}`)).text);
    const screens = all.filter(({ kind }) => kind !== "message");
    expect(screens.map(({ id }) => id)).toEqual(screenIds);
    for (const { id, title, path } of screens) {
      expect(title.length).toBeGreaterThan(2);
      expect(path).toBe(`/demo/screens/${id}`);
    }
    expect(new Set(all.map(({ path }) => path)).size).toBe(all.length);
    expect(new Set(screens.map(({ title }) => title)).size).toBeGreaterThan(screens.length - 5);
  }
});

describe("the message samples", () => {
  const listed = async () =>
    (JSON.parse((await demo.page("/demo/screens.json")).text) as ScreenEntry[]).filter(
      ({ area }) => area === "message",
    );

  test("cover every message on each of its channels, and a link from every source", async () => {
    const ids = (await listed()).map(({ id }) => id);
    for (const [name, { channels }] of Object.entries(notifications))
      for (const channel of channels)
        expect(ids).toContain(channel === "EMAIL" ? `message-${name}` : `message-${name}-${channel.toLowerCase()}`);
    for (const source of linkSources) expect(ids).toContain(`message-link-${source}`);
  });

  test("show a new link for each reason that it is sent", async () => {
    const textOf = async (id: string) => (await demo.page(`/demo/messages/${id}?language=en`)).text;
    expect(await textOf("lockedAccount")).toContain("The link you opened no longer worked.");
    expect(await textOf("lockedAccount-wrong-passwords")).toContain("too many wrong passwords");
  });

  test("are complete for a brand, language and province, and run no script", async () => {
    for (const { path } of await listed())
      for (const language of ["fr", "en"]) {
        const { response, text } = await demo.page(`${path}?brand=scotia&language=${language}&province=nb`);
        expect(response.status, path).toBe(200);
        expect(text, path).toContain(`<html lang="${language}-CA">`);
        expect(text, path).toContain("Scotia");
        expect(text, path).not.toMatch(/undefined|\[object/);
        expect(response.headers.get("content-security-policy"), path).toContain("default-src 'none'");
      }
    for (const id of ["unknown", "toString", "link-unknown"])
      expect((await demo.page(`/demo/messages/${id}`)).response.status).toBe(404);
  });
});

test("a text message, a call and a letter are shown in the outbox's frame below their title", async () => {
  const framed = async (id: string, selector: string) =>
    (await demo.page(`/demo/messages/${id}?language=en`)).document.querySelectorAll(selector);
  const title = ".intro:has(> h1)";
  expect(await framed("registrationCode-sms", `${title} + .message.sms > p.bubble:first-child`)).toHaveLength(1);
  expect(await framed("secondFactorCode-voice", `${title} + .message.voice > p.bubble:first-child`)).toHaveLength(1);
  expect(await framed("pinIssued-letter", `${title} + .message.letter > p.sheet:first-child`)).toHaveLength(1);
});

test("the chat simulator shows its parameters and ignores invalid ones", async () => {
  const opened = await demo.page(
    "/demo/chat?brand=intact&language=fr&province=qc&errorCode=R212&shownCode=0x13212077&reference=482913704",
  );
  expect(opened.text).toContain("Clavardage");
  expect(opened.text).toContain("<dd>Intact</dd>");
  expect(opened.text).toContain("<dd>QC</dd>");
  expect(opened.text).toContain("<dd>R212</dd>");
  expect(opened.text).toContain("<dd>0x13212077</dd>");
  expect(opened.text).toContain('aria-hidden="true">482\u00a0913\u00a0704<');
  expect(opened.text).toContain(">4\u00a08\u00a02, 9\u00a01\u00a03, 7\u00a00\u00a04</span></dd>");
  const forged = await demo.page(
    "/demo/chat?brand=nobody&province=zz&errorCode=%3Cscript%3E&shownCode=a-name&reference=482913705",
  );
  expect(forged.text).not.toContain("script");
  expect(forged.text).not.toContain("482");
  expect(forged.text).toContain("<dd>ON</dd>");
});
