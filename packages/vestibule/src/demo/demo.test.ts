import type { Notice } from "@vestibule/api/capabilities/notifications/notifier.port.ts";
import { linkSources } from "@vestibule/catalogue/link.table.ts";
import { notifications } from "@vestibule/catalogue/notification.table.ts";
import { screenIds } from "@vestibule/catalogue/screen.table.ts";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import type { Hono } from "hono";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestHouse, testHouse } from "../../../../test/api-parts.ts";
import { bookHeader, bookLine, writeTestFile } from "../../../../test/book-file.ts";
import { demoRoutes } from "./demo.route.ts";
import { loadDemo } from "./load-demo.journey.ts";
import type { ScreenEntry } from "./screen-list.rule.ts";
import { storyIds } from "./story.table.ts";

let house: TestHouse;
let brands: BrandBook;
let demo: Hono;
let clockReads = 0;
const clock = {
  now: () => new Date(),
  refresh: async () => {
    clockReads += 1;
  },
};
const origin = "http://localhost:3000";

beforeAll(async () => {
  house = await testHouse();
  brands = house.parts.brands;
  await loadDemo(house.parts);
  demo = demoRoutes({ database: house.database, brands, clock, notifier: house.parts.notifier, links: house.parts });
});
beforeEach(async () => {
  await house.pool.query("truncate notification; update clock_offset set seconds = 0");
});
afterAll(() => house.close());

const page = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await demo.request(`${origin}${path}`, { headers });
  return { answer, text: await answer.text() };
};
const send = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  demo.request(`${origin}${path}`, {
    method: "POST",
    headers: { origin, "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams(fields).toString(),
  });
type Sent = Pick<Notice, "notification" | "channel">;
const byText: Sent = { notification: "registrationCode", channel: "SMS" };
const byMail: Sent = { notification: "registrationCode", channel: "EMAIL" };
const notify = (facts: Record<string, string>, sent = byText) =>
  house.database.transaction().execute((transaction) =>
    house.parts.notifier.notify(transaction, {
      ...{ ...sent, brandId: "belair", language: "fr", facts },
      recipient: sent.channel === "SMS" ? "5145550142" : "maelle@courrier.example",
    }),
  );
const codeFacts = { code: "123456", origin, province: "qc" };

describe("the guide", () => {
  test.each(["fr", "en"])("is whole in %s, with every story, and needs no script", async (language) => {
    const { answer, text } = await page(`/demo?language=${language}`);
    expect(answer.status).toBe(200);
    expect(text).toContain(`<html lang="${language}-CA">`);
    expect(text.match(/class="card story/g)).toHaveLength(storyIds.length);
    expect(text).not.toMatch(/undefined|\[object|demo:|\{\w+\}(?!")/);
    expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=/);
  });

  test("shares no title between the two languages", async () => {
    const titles = async (language: string) =>
      [...(await page(`/demo?language=${language}`)).text.matchAll(/<(?:h2[^>]*|summary><span)>([^<]+)</g)].map(
        (match) => match[1],
      );
    const [french, english] = [await titles("fr"), await titles("en")];
    expect(french).toHaveLength(english.length);
    expect(french.length).toBeGreaterThan(20);
    expect(french.filter((title) => english.includes(title))).toEqual([]);
  });

  test("runs nothing but its own script", async () => {
    const { answer } = await page("/demo");
    expect(answer.headers.get("content-security-policy")).toContain("script-src 'self';");
    for (const file of ["guide.css", "guide.chat.css", "guide.js", "guide.woff2", "brands.css"])
      expect((await page(`/demo/${file}`)).answer.status, file).toBe(200);
  });

  test("A-079 writes a hostile name as text, in a book of one's own", async () => {
    const bookFile = await writeTestFile([bookHeader, bookLine({ email: "a&b'c@courrier.example" })].join("\n"));
    const own = demoRoutes({
      database: house.database,
      brands,
      clock,
      notifier: house.parts.notifier,
      links: house.parts,
      bookFile,
    });
    const text = await (await own.request(`${origin}/demo`)).text();
    expect(text).toContain("a&amp;b&#39;c@");
    expect(text).not.toContain("a&b'c");
  });

  test("P-22 leads to the agents' page by the id of demo mode's agent, or says that agents were named", async () => {
    const parts = { database: house.database, brands, clock, notifier: house.parts.notifier, links: house.parts };
    const sectionOf = async (agentId?: string) => {
      const answer = await demoRoutes({ ...parts, agentId }).request(`${origin}/demo?language=en`);
      return /<section id="agent".*?<\/section>/s.exec(await answer.text())?.[0];
    };
    for (const section of [await sectionOf("agent"), await sectionOf()]) expect(section).toContain('href="/agent"');
    expect(await sectionOf("agent")).toMatch(/<code[^>]*>agent<\/code>.*SERVICE_CREDENTIALS/s);
    expect(await sectionOf()).toContain("of the setting AGENTS");
    expect(await sectionOf()).not.toContain("<code");
  });

  test("gives a telephone the address that is being visited, with a code to scan", async () => {
    const text = await (await demo.request("http://192.0.2.7:3000/demo")).text();
    expect(text).toContain("http://192.0.2.7:3000/demo");
    expect(text).toContain("<svg");
  });

  test("tells who has an account by now", async () => {
    expect((await page("/demo?language=en")).text).not.toContain("has an account now");
    const { rows } = await house.pool.query("select * from book_row where policy_number = 'K3M4821'");
    const [row] = rows;
    const id = await house.database.transaction().execute((transaction) =>
      house.parts.users.create(transaction, {
        ...{ brandId: "belair", email: row.email, emailTyped: row.email, personKey: row.person_key, passwordHash: "x" },
        ...{
          firstName: "Maëlle",
          lastName: "St-Onge",
          dateOfBirth: "1988-02-29",
          language: "fr",
          province: "qc",
          policies: [],
        },
      }),
    );
    expect(id.kind).toBe("created");
    expect((await page("/demo?language=en")).text).toContain("has an account now");
    await house.pool.query("delete from account where person_key = $1", [row.person_key]);
  });
});

describe("the outbox", () => {
  test("is empty data before anything was sent", async () => {
    expect(JSON.parse((await page("/demo/outbox.json")).text)).toEqual([]);
  });

  test("gives every message as data, the newest first", async () => {
    await notify(codeFacts);
    await notify({ ...codeFacts, code: "654321" }, byMail);
    const messages = JSON.parse((await page("/demo/outbox.json")).text);
    expect(Object.keys(messages[0])).toEqual([
      "id",
      "at",
      "brand",
      "language",
      "channel",
      "to",
      "subject",
      "text",
      "html",
      "code",
      "link",
    ]);
    expect(messages).toMatchObject([
      { channel: "EMAIL", brand: "belair", language: "fr", code: "654321", to: "maelle@courrier.example" },
      { channel: "SMS", code: "123456", to: "5145550142", html: null },
    ]);
  });

  test("is drawn beside the guide and alone, text messages as bubbles and mail in a frame that may run nothing", async () => {
    await notify(codeFacts);
    await notify(codeFacts, byMail);
    for (const path of ["/demo", "/demo/outbox", "/demo/outbox/list"]) {
      const { text } = await page(path);
      expect(text, path).toContain('class="bubble"');
      expect(text, path).toMatch(/<iframe[^>]+sandbox="allow-popups allow-popups-to-escape-sandbox"/);
    }
    const [mail] = JSON.parse((await page("/demo/outbox.json")).text);
    const { answer } = await page(`/demo/outbox/${mail.id}`);
    expect(answer.headers.get("content-security-policy")).toMatch(/default-src 'none'.*sandbox/);
    expect((await page("/demo/outbox/unknown")).answer.status).toBe(404);
  });
});

test("a message's link is data, a button beside it, and opens under the message's brand", async () => {
  const link = "http://elsewhere.example/?token=T0ken&src=edoc&language=fr&province=qc";
  await notify(
    { origin, province: "qc", link, source: "edoc", action: "DEFPWD_REGISTER", linkEndsAt: "2035-01-01T00:00:00Z" },
    { notification: "link", channel: "EMAIL" },
  );
  const [mail] = JSON.parse((await page("/demo/outbox.json")).text);
  expect(mail.link).toBe(`${origin}/?token=T0ken&src=edoc&language=fr&province=qc`);
  const pressed = `/demo/outbox/${mail.id}/link`;
  expect((await page("/demo/outbox")).text).toContain(`<a class="button" href="${pressed}"`);
  expect((await page(`/demo/outbox/${mail.id}`)).text).toContain(`href="${pressed}"`);
  const { answer } = await page(pressed);
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toBe("/?token=T0ken&src=edoc&language=fr&province=qc");
  expect(answer.headers.getSetCookie()).toEqual(["demo-brand=belair; Path=/; HttpOnly; SameSite=Lax"]);
  await notify(codeFacts);
  const [text] = JSON.parse((await page("/demo/outbox.json")).text);
  expect((await page(`/demo/outbox/${text.id}/link`)).answer.status).toBe(404);
});

test("a PIN comes again by letter, for somebody who has one", async () => {
  const holder = { brand: "intact", policyNumber: "NL8809907", pin: "FJORD9XZ" };
  expect((await send("/demo/letter", holder)).headers.get("location")).toBe("/demo#outbox");
  const messages = JSON.parse((await page("/demo/outbox.json")).text);
  expect(messages).toMatchObject([{ channel: "LETTER", brand: "intact", to: "Gus O’Driscoll", code: "FJORD9XZ" }]);
  const { text } = await page("/demo/outbox");
  expect(text).toContain('class="message letter');
  expect(text).toContain('class="sheet"');
  expect((await send("/demo/letter", { ...holder, pin: "FJORD9XX" })).status).toBe(400);
});

describe("the demo's clock", () => {
  const offset = async () => Number((await house.pool.query("select seconds from clock_offset")).rows[0].seconds);

  test("goes forward at the press of a button and back to now, and whoever holds the time is told", async () => {
    const before = clockReads;
    expect((await send("/demo/clock", { move: "quarter" })).status).toBe(303);
    await send("/demo/clock", { move: "minute" });
    expect(await offset()).toBe(960);
    await send("/demo/clock", { move: "sundayNight" });
    expect(await offset()).toBeGreaterThan(960);
    await send("/demo/clock", { move: "back" });
    expect(await offset()).toBe(0);
    expect(clockReads).toBe(before + 4);
  });

  test("takes no other move", async () => {
    expect((await send("/demo/clock", { move: "century" })).status).toBe(400);
  });

  test("A-143 is not moved by another site", async () => {
    expect((await send("/demo/clock", { move: "day" }, { origin: "https://elsewhere.example" })).status).toBe(403);
    expect((await send("/demo/clock", { move: "day" }, { origin: "null" })).status).toBe(403);
    expect(await offset()).toBe(0);
  });
});

describe("a story", () => {
  test("opens the portal under its brand, province and language, with nothing left of the story before", async () => {
    const answer = await send("/demo/start", { brand: "intact", province: "qc", language: "fr", at: "registration" });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe("/create-an-account/start?province=qc&language=fr");
    const cookies = answer.headers.getSetCookie();
    expect(cookies[0]).toMatch(/^demo-brand=intact; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(cookies.filter((cookie) => cookie.includes("Max-Age=0")).map((cookie) => cookie.split("=")[0])).toEqual([
      "portal",
      "__Host-portal",
      "PD-H-SESSION-ID",
      "PD-S-SESSION-ID",
    ]);
  });

  test("about a forgotten password opens the page that asks for the address", async () => {
    const answer = await send("/demo/start", { brand: "belair", province: "on", language: "en", at: "forgot" });
    expect(answer.headers.get("location")).toBe("/forgot?province=on&language=en");
    const unknown = await send("/demo/start", { brand: "belair", province: "on", language: "en", at: "toString" });
    expect(unknown.headers.get("location")).toBe("/create-an-account/start?province=on&language=en");
  });

  test("moves the clock where it plays at another time", async () => {
    await send("/demo/start", { brand: "bna", province: "qc", language: "fr", at: "registration", clock: "holiday" });
    const { rows } = await house.pool.query("select seconds from clock_offset");
    expect(Number(rows[0].seconds)).toBeGreaterThan(0);
  });

  test("starts for nobody's brand and in no other province", async () => {
    for (const wrong of [{ brand: "acme" }, { province: "zz" }, { language: "de" }])
      expect((await send("/demo/start", { brand: "bna", province: "qc", language: "fr", ...wrong })).status).toBe(400);
  });
});

describe("a story about a link", () => {
  const press = (fields: Record<string, string>) => send("/demo/link", fields);
  const formOf = async (button: string): Promise<Record<string, string>> => {
    const { text } = await page("/demo?language=en");
    const form = text.slice(0, text.indexOf(button)).split("<form").at(-1) ?? "";
    expect(form).toContain('action="/demo/link"');
    const fields = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)];
    return Object.fromEntries(fields.map(([, name = "", value = ""]) => [name, value]));
  };

  test("mails the link at the press of a button, and shows it in the outbox", async () => {
    const fields = await formOf("Mail the link to Maëlle");
    const answer = await press(fields);
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe("/demo/outbox");
    expect(answer.headers.getSetCookie()[0]).toMatch(/^demo-brand=belair;/);
    const [mail] = JSON.parse((await page("/demo/outbox.json")).text);
    expect(mail).toMatchObject({ brand: "belair", channel: "EMAIL", to: "maelle.st-onge@courrier.example" });
    expect(mail.link).toMatch(/^http:\/\/localhost:3000\/\?token=.+&src=edoc&language=fr&province=qc$/);
    expect(mail.html).toContain("Maëlle");
  });

  test("mails none for somebody who is not in the book, for another action or from another source", async () => {
    const fields = await formOf("Mail the link to Maëlle");
    for (const [name, wrong] of Object.entries({
      person: "x",
      policyNumber: "x",
      action: "TOKEN_EXPIRED",
      source: "x",
    }))
      expect((await press({ ...fields, [name]: wrong })).status, name).toBe(400);
    expect(JSON.parse((await page("/demo/outbox.json")).text)).toEqual([]);
  });
});

test("a brand is chosen on any host, and given up again", async () => {
  const chosen = await send("/demo/brand", { brand: "servus" });
  expect(chosen.headers.getSetCookie()).toEqual(["demo-brand=servus; Path=/; HttpOnly; SameSite=Lax"]);
  const { text } = await page("/demo", { cookie: "demo-brand=servus" });
  expect(text).toContain('href="/brand/servus/tokens.css"');
  expect(text).toMatch(/value="servus" aria-pressed="true"/);
  expect(text.match(/aria-pressed="true"/g)).toHaveLength(1);
  expect((await send("/demo/brand", { brand: "" })).headers.getSetCookie()[0]).toMatch(/^demo-brand=; Max-Age=0/);
});

test("every screen is listed with a title and where it is drawn, in both languages", async () => {
  for (const language of ["fr", "en"]) {
    const all: ScreenEntry[] = JSON.parse((await page(`/demo/screens.json?language=${language}`)).text);
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

describe("the messages to look at", () => {
  const listed = async () =>
    (JSON.parse((await page("/demo/screens.json")).text) as ScreenEntry[]).filter(({ kind }) => kind === "message");

  test("are every message on each of its channels, and a link's from every source", async () => {
    const ids = (await listed()).map(({ id }) => id);
    for (const [name, { channels }] of Object.entries(notifications))
      for (const channel of channels)
        expect(ids).toContain(channel === "EMAIL" ? `message-${name}` : `message-${name}-${channel.toLowerCase()}`);
    for (const source of linkSources) expect(ids).toContain(`message-link-${source}`);
  });

  test("are whole under a brand, in a language and a province, and may run nothing", async () => {
    for (const { path } of await listed())
      for (const language of ["fr", "en"]) {
        const { answer, text } = await page(`${path}?brand=scotia&language=${language}&province=nb`);
        expect(answer.status, path).toBe(200);
        expect(text, path).toContain(`<html lang="${language}-CA">`);
        expect(text, path).toContain("Scotia");
        expect(text, path).not.toMatch(/undefined|\[object/);
        expect(answer.headers.get("content-security-policy"), path).toContain("default-src 'none'");
      }
    for (const id of ["unknown", "toString", "link-unknown"])
      expect((await page(`/demo/messages/${id}`)).answer.status).toBe(404);
  });
});

test("the chat's stand-in says what a chat receives, and shows nothing that is no code", async () => {
  const opened = await page(
    "/demo/chat?brand=intact&language=fr&province=qc&errorCode=R212&shownCode=0x13212077&reference=482913704",
  );
  expect(opened.text).toContain("Clavardage");
  expect(opened.text).toContain("<dd>Intact</dd>");
  expect(opened.text).toContain("<dd>QC</dd>");
  expect(opened.text).toContain("<dd>R212</dd>");
  expect(opened.text).toContain("<dd>0x13212077</dd>");
  expect(opened.text).toContain("<dd>482\u00a0913\u00a0704</dd>");
  const forged = await page(
    "/demo/chat?brand=nobody&province=zz&errorCode=%3Cscript%3E&shownCode=a-name&reference=482913705",
  );
  expect(forged.text).not.toContain("script");
  expect(forged.text).not.toContain("482");
  expect(forged.text).toContain("<dd>ON</dd>");
});
