import { type Channel, type NotificationId, notifications } from "@vestibule/catalogue/notification.table.ts";
import { languages, provinceIds, provinces } from "@vestibule/catalogue/province.table.ts";
import type { Brand, BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { customerTelephone } from "@vestibule/contract/brand/telephone-line.rule.ts";
import { formatTelephoneForText, formatTime, nameTimeZone } from "@vestibule/wording/format.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";
import { type Drawable, renderMessage } from "./render.message.ts";
import { gsm7Length } from "./sms-layout.message.ts";
import { wordmarkContentId, wordmarkSize } from "./wordmark.rule.ts";
import { wordmarkImage } from "./wordmark-image.adapter.ts";

let book: BrandBook;
beforeAll(async () => {
  book = await testBrands();
});

const facts = {
  code: "123456",
  firstName: "Éloïse",
  province: "qc",
  origin: "http://portail.localhost:3000",
  link: "http://portail.localhost:3000/?token=T0ken&src=edoc&language=fr&province=qc",
  source: "edoc",
  action: "DEFPWD_REGISTER",
  codeEndsAt: "2026-11-21T15:22:00Z",
  linkEndsAt: "2026-11-22T15:42:00Z",
  undoEndsAt: "2026-11-24T15:42:00Z",
  dueAt: "2026-11-22T15:42:00Z",
};
const message = (over: Partial<Drawable>): Drawable => ({
  notification: "registrationCode",
  language: "fr",
  channel: "EMAIL",
  facts,
  expiresAt: new Date("2026-11-21T15:42:00Z"),
  ...over,
});
const everyMessage = Object.entries(notifications).flatMap(([id, { channels }]) =>
  channels.flatMap((channel: Channel) =>
    languages.map((language) => ({ notification: id as NotificationId, channel, language })),
  ),
);
const brand = (id: string): Brand => {
  const found = book.byId(id);
  if (!found) throw new Error(id);
  return found;
};
/** A moment whose local time has the longest form, such as "11:42 p.m.". */
const endsLate = (timeZone: string): string => {
  const hours = Array.from({ length: 24 }, (_, hour) => `2026-11-22T${String(hour).padStart(2, "0")}`);
  const moments = hours.flatMap((hour) => [`${hour}:12:00Z`, `${hour}:42:00Z`]);
  const isLate = (moment: string) =>
    formatTime(new Date(moment), { timeZone, language: "fr" }).replace(/\s/g, "") === "23h42";
  return moments.find(isLate) ?? "";
};
const textOf = (part: string) => part.replace(/<[^>]+>/g, "");
const draw = (over: Partial<Drawable>, renderContext: { brand?: string; mode?: "demo" | "production" } = {}) =>
  renderMessage(message(over), { brand: brand(renderContext.brand ?? "belair"), mode: renderContext.mode ?? "demo" });

describe("every message", () => {
  it.each(everyMessage)("$notification by $channel in $language is complete under every brand", async (kind) => {
    for (const one of book.brands) {
      const drawn = await renderMessage(message(kind), { brand: one, mode: "production" });
      const parts = [drawn.subject, drawn.text, drawn.html].filter((part) => part !== null);
      for (const part of parts) {
        expect(part).not.toMatch(/\{\w+\}|undefined|\[object|NaN/);
        expect(part.trim()).not.toBe("");
      }
      expect(drawn.text).toContain(one.name[kind.language]);
      expect(drawn.html === null).toBe(kind.channel !== "EMAIL");
    }
  });

  it("never has the code in its subject", async () => {
    for (const kind of everyMessage) expect((await draw(kind)).subject ?? "").not.toContain(facts.code);
  });

  it("contains in its text everything that its HTML says", async () => {
    for (const kind of everyMessage.filter(({ channel }) => channel === "EMAIL")) {
      const { text, html } = await draw(kind);
      const said = (html ?? "")
        .replace(/<(head|style)[\s\S]*<\/head>/g, "")
        .replace(/<div style="display:none[\s\S]*?<\/div>/, "")
        .replace(/<[^>]+>/g, " ");
      const words = (value: string) => new Set(value.match(/[\p{L}\d’-]{4,}/gu));
      expect([...words(said)].filter((word) => !words(text).has(word))).toEqual([]);
    }
  });

  it("states the time zone after each time of day", async () => {
    const time = "\\d+\\s(?:h(?:\\s\\d\\d)?|[ap]\\.m\\.)";
    const texts = await Promise.all(everyMessage.map(async (kind) => (await draw(kind)).text));
    const withTime = texts.filter((text) => new RegExp(time).test(text));
    expect(withTime).toHaveLength(22);
    for (const text of withTime)
      expect(text.match(new RegExp(`${time} \\((?:heure de l[’']Est|Eastern Time)\\)`, "g")), text).toHaveLength(
        text.match(new RegExp(time, "g"))?.length ?? 0,
      );
  });

  it("throws when a required value or template is missing", async () => {
    await expect(draw({ facts: { province: "qc" } })).rejects.toThrow("needs the value code");
    await expect(draw({ notification: "welcome", channel: "SMS" })).rejects.toThrow("no template for SMS");
  });

  it("uses a brand's own sentence when it has one", async () => {
    const own = {
      ...brand("belair"),
      overrides: { en: {}, fr: { "message:registrationCode.title": "Un mot de passage" } },
    };
    const { text, html } = await renderMessage(message({}), { brand: own, mode: "demo" });
    expect(text).toContain("Un mot de passage");
    expect(html).toContain("Un mot de passage");
  });
});

describe("a code by e-mail", () => {
  it("has its digits unbroken in the preview line, body and text", async () => {
    const { html, text } = await draw({});
    expect(html).toMatch(/<div style="display:none[^>]*>123456/);
    expect(textOf(/<p class="code"[\s\S]*?<\/p>/.exec(html ?? "")?.[0] ?? "")).toBe("123456");
    expect(text).toContain("\n    123456\n");
  });

  it("expires on the clock of the page that expects it, whatever the policy's province", async () => {
    expect((await draw({})).text).toContain("10\u00a0h\u00a022 (heure de l’Est)");
    const ofNovaScotia = { ...facts, province: "ns" };
    const atHalifax = await draw({ language: "en", facts: ofNovaScotia }, { brand: "intact" });
    expect(atHalifax.text).toContain("11:22\u00a0a.m. (Atlantic Time)");
    const atToronto = { ...ofNovaScotia, clockProvince: "on" };
    const { text } = await draw({ language: "en", facts: atToronto }, { brand: "intact" });
    expect(text).toContain("10:22\u00a0a.m. (Eastern Time)");
    expect(text).toContain(customerTelephone(brand("intact"), "ns"));
  });

  it("contains the telephone number of the province", async () => {
    const { qc = "" } = brand("bna").telephone.customer.provinces;
    expect(qc).toMatch(/^1-8/);
    expect((await draw({}, { brand: "bna" })).text).toContain(formatTelephoneForText(qc, "fr"));
  });

  it("loads no external content and runs no script", async () => {
    for (const kind of everyMessage) {
      const { html } = await draw(kind);
      expect(html ?? "").not.toMatch(/<script|<link|@import|url\(|\son\w+=|javascript:|srcset/i);
      for (const [, source = ""] of (html ?? "").matchAll(/\ssrc="([^"]*)"/g)) expect(source).toMatch(/^cid:/);
    }
  });

  it("embeds the brand's wordmark as an image with the brand's name as alternative text", async () => {
    for (const one of book.brands) {
      const { html } = await renderMessage(message({}), { brand: one, mode: "production" });
      const { width, height } = wordmarkSize(one);
      expect(html).toContain(
        `src="cid:${wordmarkContentId(one)}" alt="${one.name.fr}" width="${width}" height="${height}"`,
      );
      const image = Buffer.from(await wordmarkImage(one));
      expect(image.subarray(1, 4).toString()).toBe("PNG");
      expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([width * 3, height * 3]);
      expect(image.byteLength).toBeLessThan(16 * 1024);
    }
  });

  it("asks to keep each code secret, since the brand never asks for it", async () => {
    for (const notification of ["registrationCode", "findAccountCode", "usernameCode", "passwordReset"] as const) {
      expect((await draw({ notification })).text).toContain("Ne donnez ce code à personne");
      expect((await draw({ notification, language: "en" })).text).toContain("we never ask for it");
    }
  });

  it("uses the light and dark colours of its brand", async () => {
    const { html } = await draw({}, { brand: "bna" });
    const [light, dark] = brand("bna").tokensCss.split("@media");
    const action = (css = "") => /--action:\s*(#\w+)/.exec(css)?.[1] ?? "none";
    expect(html).toContain(`color:${action(light)}`);
    expect(html).toContain(`.mark, .call { color: ${action(dark)} !important; }`);
  });
});

describe("a telephone number in an e-mail", () => {
  const links = (html: string | null) =>
    [...(html ?? "").matchAll(/<a [^>]*href="tel:([^"]*)" style="([^"]*)">([^<]*)<\/a>/g)].map(
      ([, dialled = "", style = "", shown = ""]) => ({ dialled, style, shown }),
    );

  it("is always a link without line breaks", async () => {
    for (const kind of everyMessage.filter(({ channel }) => channel === "EMAIL")) {
      const { html } = await draw(kind);
      const written = formatTelephoneForText(customerTelephone(brand("belair"), "qc"), kind.language);
      expect(links(html).length).toBe((html ?? "").split(written).length - 1);
      for (const { dialled, style, shown } of links(html)) {
        expect([dialled, shown]).toEqual(["+18335550110", written]);
        expect(style).toContain("white-space:nowrap");
      }
      expect(html).toContain('<meta name="format-detection" content="telephone=no');
    }
  });

  it.each(["welcome", "passwordChanged", "emailChangeAsked", "emailChanged"] as const)(
    "is large in %s, which asks to call at once",
    async (notification) => {
      for (const language of languages) {
        const { html, text } = await draw({ notification, language });
        expect(links(html).some(({ style }) => style.includes("font-size:26px"))).toBe(true);
        const written = formatTelephoneForText(customerTelephone(brand("belair"), "qc"), language);
        expect(text).toMatch(new RegExp(`(?:right away|sans attendre)\\.\n${written}\n`));
      }
    },
  );
});

describe("a code by text message", () => {
  it.each(["registrationCode", "findAccountCode"] as const)(
    "%s fits one GSM-7 segment under every brand, in both languages, with the time zone of every province",
    async (notification) => {
      for (const one of book.brands)
        for (const language of languages)
          for (const mode of ["demo", "production"] as const)
            for (const clockProvince of provinceIds) {
              const { timeZone } = provinces[clockProvince];
              const codeEndsAt = endsLate(timeZone);
              const sms = message({
                notification,
                channel: "SMS",
                language,
                facts: { ...facts, clockProvince, codeEndsAt },
              });
              const { text } = await renderMessage(sms, { brand: one, mode });
              const length = gsm7Length(text);
              expect(length, text).toBeDefined();
              expect(length, text).toBeLessThanOrEqual(160);
              const zone = nameTimeZone(timeZone, language, new Date(codeEndsAt));
              expect(text).toContain(`${language === "fr" ? "23 h 42" : "11:42 p.m."} (${zone.replaceAll("’", "'")})`);
            }
    },
  );

  it("begins with brand, code and purpose, and ends with the line that binds the code to its host", async () => {
    const lines = (await draw({ channel: "SMS" })).text.split("\n");
    expect(lines[0]).toMatch(/^Belair : 123456, code pour créer votre compte, /);
    expect(lines.at(-1)).toBe("@portail.localhost #123456");
    const production = (await draw({ channel: "SMS", language: "en" }, { mode: "production" })).text.split("\n");
    expect(production.at(-1)).toBe(`@${new URL(brand("belair").origin ?? "").hostname} #123456`);
  });

  it("replaces typographic characters and drops only the accents that GSM-7 lacks", async () => {
    const text = "message:registrationCode.sms";
    const own = { ...brand("belair"), overrides: { en: {}, fr: { [text]: "« Forêt » d’œuvre : {code}… à {time}" } } };
    const drawn = await renderMessage(message({ channel: "SMS" }), { brand: own, mode: "demo" });
    expect(drawn.text.split("\n")[0]).toBe("\" Foret \" d'oeuvre : 123456... à 10 h 22 (heure de l'Est)");
  });
});

describe("a request for a link to another e-mail", () => {
  const stopLink = "http://portail.localhost:3000/stop-request?request=T0ken&language=fr&province=qc";
  const requested = { ...facts, link: stopLink };

  it.each([
    ["RESETPWD_LOGIN", "en", "Someone asked to change the email for your online account"],
    ["RESETPWD_LOGIN", "fr", "Quelqu’un a demandé de changer l’adresse courriel de votre compte en ligne"],
    ["DEFPWD_REGISTER", "en", "Someone asked to use another email for your online account"],
    ["DEFPWD_REGISTER", "fr", "Quelqu’un a demandé une autre adresse courriel pour votre compte en ligne"],
  ] as const)(
    "%s states in %s what was requested, then has the stop link, the time with its zone and the telephone number",
    async (action, language, subject) => {
      const drawn = await draw({ notification: "linkRequested", language, facts: { ...requested, action } });
      expect(drawn.subject).toBe(subject);
      expect(drawn.link).toBe(stopLink);
      const zone = language === "fr" ? "(heure de l’Est)" : "(Eastern Time)";
      const slots = [stopLink, zone, formatTelephoneForText(customerTelephone(brand("belair"), "qc"), language)];
      const found = slots.map((part) => drawn.text.indexOf(part));
      expect(found.every((at) => at > 0)).toBe(true);
      expect(found).toEqual([...found].sort((left, right) => left - right));
    },
  );

  it("by text has the stop link before its time, in GSM-7 and two segments", async () => {
    for (const language of languages)
      for (const action of ["RESETPWD_LOGIN", "DEFPWD_REGISTER"])
        for (const one of book.brands) {
          const token = "A".repeat(43);
          const link = `https://portail.assureur.example/stop-request?request=${token}&language=fr&province=qc`;
          const sms = message({
            notification: "linkRequested",
            channel: "SMS",
            language,
            facts: { ...facts, action, link },
          });
          const { text, link: shown } = await renderMessage(sms, { brand: one, mode: "production" });
          expect(text.split("\n")[1]).toBe(shown);
          expect(gsm7Length(text), text).toBeLessThanOrEqual(2 * 153);
        }
  });
});

describe("a link in a message", () => {
  it("A-116 uses the brand's own origin in production, whatever the request's origin", async () => {
    const poisoned = { ...facts, origin: "https://evil.ca" };
    for (const kind of everyMessage) {
      const drawn = await draw({ ...kind, facts: poisoned }, { mode: "production" });
      expect(`${drawn.text}${drawn.html}${drawn.link}`).not.toContain("evil.ca");
    }
    const { link } = await draw({ notification: "welcome", facts: poisoned }, { mode: "production" });
    expect(link).toBe(`${brand("belair").origin}/`);
  });

  it("uses the host of the request in demo mode", async () => {
    expect((await draw({ notification: "passwordDisabled" })).link).toBe("http://portail.localhost:3000/forgot");
  });
});

describe("a name in a message", () => {
  const nasty = [
    "<a href=https://evil.ca>ici</a>",
    "www.evil.ca",
    "https://evil.ca/?a=1",
    "moi@evil.ca",
    "Ann\u202egro.live",
    "A\u2028B",
    "A\r\nBcc: x@evil.ca",
  ];
  it.each(nasty)("A-136 %j is shown as inert text", async (firstName) => {
    const { html, text, subject } = await draw({ notification: "welcome", facts: { ...facts, firstName } });
    for (const part of [html, text, subject]) {
      expect(part).not.toMatch(/evil\.ca|www\.\S|:\/\/evil|@evil|gro\.live/);
      expect(part).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u2028\u2029\r]/);
    }
    expect(html).not.toMatch(/<a href=https/);
    expect(text).not.toMatch(/^Bcc:/m);
  });

  it("is readable with initials, and is omitted from the greeting when empty", async () => {
    const withName = await draw({ notification: "welcome", facts: { ...facts, firstName: "J.R. O’Neil" } });
    expect(withName.text).toContain("Bienvenue, J. R. O’Neil.");
    const without = await draw({ notification: "welcome", facts: { ...facts, firstName: "\u200b" } });
    expect(without.text).toContain("\nBienvenue.\n");
  });
});
