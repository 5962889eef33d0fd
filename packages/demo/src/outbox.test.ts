import { provinces } from "@vestibule/catalogue/province.table.ts";
import { formatDay } from "@vestibule/wording/format.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { byMail, codeFacts, demoOrigin, openDemo } from "./test/open-demo.ts";

const format = { timeZone: provinces.on.timeZone, language: "en" } as const;

const demo = await openDemo();
beforeEach(() => demo.reset());

describe("the outbox", () => {
  test("is an empty list before any message is sent", async () => {
    expect(await demo.outbox()).toEqual([]);
  });

  test("lists every message as JSON, newest first", async () => {
    await demo.notify(codeFacts);
    await demo.notify({ ...codeFacts, code: "654321" }, byMail);
    const messages = await demo.outbox();
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

  test("lists the other messages when one lacks a value of its template", async () => {
    await demo.notify(codeFacts);
    await demo.testApi.pool.query("update notification set facts = '{}'");
    await demo.notify({ ...codeFacts, code: "654321" });
    expect(await demo.outbox()).toMatchObject([{ code: "654321" }]);
  });

  test("keeps the order of sending when the clock moves back, and dates each message", async () => {
    await demo.send("/demo/clock", { move: "sundayNight" });
    await demo.notify({ ...codeFacts, code: "111111" });
    await demo.send("/demo/clock", { move: "back" });
    await demo.notify({ ...codeFacts, code: "222222" });
    const messages: { code: string; at: string }[] = await demo.outbox();
    expect(messages.map(({ code }) => code)).toEqual(["222222", "111111"]);
    const { document } = await demo.page("/demo/outbox?language=en");
    const days = document.querySelectorAll("time[datetime]").map(({ text }) => text.split(" at ")[0]);
    expect(days).toEqual(messages.map(({ at }) => formatDay(new Date(at), { ...format, inYearOf: new Date(at) })));
  });

  test("shows text messages as bubbles and e-mails in a sandboxed frame, next to the guide and alone", async () => {
    await demo.notify(codeFacts);
    await demo.notify(codeFacts, byMail);
    for (const path of ["/demo", "/demo/outbox", "/demo/outbox/list"]) {
      const { document } = await demo.page(path);
      expect(document.querySelector(".bubble"), path).not.toBeNull();
      const sandbox = document.querySelector("iframe")?.getAttribute("sandbox");
      expect(sandbox, path).toBe("allow-popups allow-popups-to-escape-sandbox");
    }
    const [mail] = await demo.outbox();
    const { response } = await demo.page(`/demo/outbox/${mail.id}`);
    expect(response.headers.get("content-security-policy")).toMatch(/default-src 'none'.*sandbox/);
    expect((await demo.page("/demo/outbox/unknown")).response.status).toBe(404);
  });
});

test("a call is shown as what it speaks, with the code to copy", async () => {
  await demo.notify(
    { ...codeFacts, link: `${demoOrigin}/this-wasnt-me?login=x` },
    { notification: "secondFactorCode", channel: "VOICE" },
  );
  expect(await demo.outbox()).toMatchObject([{ channel: "VOICE", code: "123456", link: null }]);
  const { document } = await demo.page("/demo/outbox?language=en");
  const call = document.querySelector(".message.voice");
  expect(call?.querySelector("p.bubble")?.text).toContain("1, 2, 3, 4, 5, 6");
  expect(call?.querySelector(".envelope")?.text).toContain("Phone call");
  expect(call?.querySelector(".code")?.text).toContain("123456");
});

test("a message's link is in the JSON, has a button and opens under the message's brand", async () => {
  const link = "http://elsewhere.example/?token=T0ken&src=edoc&language=fr&province=qc";
  await demo.notify(
    {
      origin: demoOrigin,
      province: "qc",
      link,
      source: "edoc",
      action: "DEFPWD_REGISTER",
      linkEndsAt: "2035-01-01T00:00:00Z",
    },
    { notification: "link", channel: "EMAIL" },
  );
  const [mail] = await demo.outbox();
  expect(mail.link).toBe(`${demoOrigin}/?token=T0ken&src=edoc&language=fr&province=qc`);
  const pressed = `/demo/outbox/${mail.id}/link`;
  expect((await demo.page("/demo/outbox")).document.querySelector(`a.button[href="${pressed}"]`)).not.toBeNull();
  expect((await demo.page(`/demo/outbox/${mail.id}`)).text).toContain(`href="${pressed}"`);
  const { response } = await demo.page(pressed);
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe("/?token=T0ken&src=edoc&language=fr&province=qc");
  expect(response.headers.getSetCookie()).toEqual(["demo-brand=belair; Path=/; HttpOnly; SameSite=Lax"]);
  await demo.notify(codeFacts);
  const [text] = await demo.outbox();
  expect((await demo.page(`/demo/outbox/${text.id}/link`)).response.status).toBe(404);
});

test("a PIN is sent again by letter to a person who has one", async () => {
  const holder = { brand: "intact", policyNumber: "NL8809907", pin: "FJORD9XZ" };
  expect((await demo.send("/demo/letter", holder)).headers.get("location")).toBe("/demo#outbox");
  const messages = await demo.outbox();
  expect(messages).toMatchObject([{ channel: "LETTER", brand: "intact", to: "Gus O’Driscoll", code: "FJORD9XZ" }]);
  const { document } = await demo.page("/demo/outbox");
  expect(document.querySelector(".message.letter .sheet")).not.toBeNull();
  expect((await demo.send("/demo/letter", { ...holder, pin: "FJORD9XX" })).status).toBe(400);
});

test("the requested letter is sent once and its request is acknowledged", async () => {
  const { rows } = await demo.testApi.pool.query("select * from book_row where policy_number = 'NL8809907'");
  const [row] = rows;
  await demo.testApi.pool.query(
    `insert into letter_request (brand, company, policy_number, role, person_key, language, journey_id)
     values ('intact', $1, $2, $3, $4, 'en', gen_random_uuid())`,
    [row.company, row.policy_number, row.role, row.person_key],
  );
  await demo.page("/demo/outbox");
  expect(await demo.outbox()).toMatchObject([{ channel: "LETTER", brand: "intact", code: "FJORD9XZ" }]);
  const open = await demo.testApi.pool.query("select 1 from letter_request where acknowledged_at is null");
  expect(open.rows).toEqual([]);
});
