import { languages } from "@vestibule/catalogue/province.table.ts";
import { customerTelephone } from "@vestibule/contract/brand/telephone-line.rule.ts";
import { formatTelephoneForText } from "@vestibule/wording/format.ts";
import { describe, expect, it } from "vitest";
import { renderMessage } from "./render.message.ts";
import { gsm7Length } from "./sms-layout.message.ts";
import { allMessages, book, brand, draw, facts, message } from "./test/draw-message.ts";

describe("every message", () => {
  it.each(allMessages)("$notification by $channel in $language is complete under every brand", async (kind) => {
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
    for (const kind of allMessages) expect((await draw(kind)).subject ?? "").not.toContain(facts.code);
  });

  it("contains in its text everything that its HTML says", async () => {
    for (const kind of allMessages.filter(({ channel }) => channel === "EMAIL")) {
      const { text, html } = await draw(kind);
      const shownText = (html ?? "")
        .replace(/<(head|style)[\s\S]*<\/head>/g, "")
        .replace(/<div style="display:none[\s\S]*?<\/div>/, "")
        .replace(/<[^>]+>/g, " ");
      const words = (value: string) => new Set(value.match(/[\p{L}\d’-]{4,}/gu));
      const missing = [...words(shownText)].filter((word) => !words(text).has(word));
      expect(missing.filter((word) => !/^(?:bouton|button|press|appuyez)$/i.test(word))).toEqual([]);
    }
  });

  it("speaks of no button in its text, and gives the telephone number once", async () => {
    for (const kind of allMessages.filter(({ channel }) => channel === "EMAIL")) {
      const { text } = await draw(kind);
      expect(text).not.toMatch(/bouton|button/i);
      const number = formatTelephoneForText(customerTelephone(brand("belair"), "qc"), kind.language);
      expect(text.split(number).length - 1, kind.notification).toBeLessThanOrEqual(
        kind.notification === "linkRequested" ? 2 : 1,
      );
    }
  });

  it("states the time zone after each time of day", async () => {
    const time = "\\d+\\s(?:h(?:\\s\\d\\d)?|[ap]\\.m\\.)";
    const texts = await Promise.all(allMessages.map(async (kind) => (await draw(kind)).text));
    const withTime = texts.filter((text) => new RegExp(time).test(text));
    expect(withTime).toHaveLength(86);
    for (const text of withTime)
      expect(text.match(new RegExp(`${time} \\((?:heure de l[’']Est|Eastern Time)\\)`, "g")), text).toHaveLength(
        text.match(new RegExp(time, "g"))?.length ?? 0,
      );
  });

  it("says when a change was made, and in which browser where it is known", async () => {
    const change = {
      notification: "passkeyAdded",
      language: "en",
      facts: { ...facts, browser: "safari", system: "iphone" },
    } as const;
    const when = "It was done on November 21, 2026, at 10:12 a.m. (Eastern Time)";
    const withPlainSpaces = (text: string) => text.replace(/\s/g, " ");
    expect(withPlainSpaces((await draw(change)).text)).toContain(`${when}, with Safari on iPhone.`);
    expect(withPlainSpaces((await draw({ ...change, facts: { ...facts, system: "iphone" } })).text)).toContain(
      `${when}, with iPhone.`,
    );
    expect(withPlainSpaces((await draw({ ...change, facts })).text)).toContain(`${when}.`);
  });

  it("says when and in which browser a new password was requested, an e-mail was used, or a wrong password was entered", async () => {
    const device = { browser: "safari", system: "iphone" };
    const moment = "on November 21, 2026, at 10:12 a.m. (Eastern Time)";
    for (const [notification, sentence] of [
      ["passwordReset", `It was requested ${moment}`],
      ["noAccount", `It was requested ${moment}`],
      ["alreadyRegistered", `It was requested ${moment}`],
      ["passwordDisabled", `The last one was entered ${moment}`],
    ] as const)
      for (const [more, ending] of [
        [device, ", with Safari on iPhone."],
        [{}, "."],
      ] as const) {
        const { text } = await draw({ notification, language: "en", facts: { ...facts, ...more } });
        expect(text.replace(/\s+/g, " ")).toContain(sentence + ending);
      }
  });

  it("ends an e-mail with the insurer's postal address, whose postal code is not broken", async () => {
    for (const kind of allMessages.filter(({ channel }) => channel === "EMAIL")) {
      const { text, html } = await draw(kind);
      const address = brand("belair").mailFrom.postalAddress?.[kind.language].replace("H0H 0H0", "H0H\u00A00H0");
      for (const part of [text, html]) expect(part).toContain(address);
    }
  });

  it("offers to unsubscribe in an offer only", async () => {
    const page = brand("belair").mailFrom.unsubscribeUrl?.fr ?? "no page";
    const offer = await draw({ notification: "link", facts: { ...facts, source: "mrkt" } });
    for (const part of [offer.text, offer.html]) expect(part).toContain(page);
    for (const source of ["edoc", "crm3_reset"])
      expect((await draw({ notification: "link", facts: { ...facts, source } })).html).not.toContain(page);
  });

  it("throws when a required value or template is missing", async () => {
    await expect(draw({ facts: { province: "qc" } })).rejects.toThrow("needs the value code");
    await expect(draw({ notification: "welcome", channel: "SMS" })).rejects.toThrow("no template for SMS");
  });

  it("uses a brand's own sentence when it has one", async () => {
    const overridden = {
      ...brand("belair"),
      overrides: { en: {}, fr: { "message:registrationCode.title": "Un mot de passage" } },
    };
    const { text, html } = await renderMessage(message({}), { brand: overridden, mode: "demo" });
    expect(text).toContain("Un mot de passage");
    expect(html).toContain("Un mot de passage");
  });
});

describe("a telephone number in an e-mail", () => {
  const links = (html: string | null) =>
    [...(html ?? "").matchAll(/<a [^>]*href="tel:([^"]*)" style="([^"]*)">([^<]*)<\/a>/g)].map(
      ([, dialled = "", style = "", shown = ""]) => ({ dialled, style, shown }),
    );

  it("is always a link without line breaks", async () => {
    for (const kind of allMessages.filter(({ channel }) => channel === "EMAIL")) {
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

  it("is a link each time that a sentence of the brand has it, and the sentence is whole", async () => {
    const override = { "message:shared.telephone": "Call {telephone}, or by relay 711 and {telephone}, at any time." };
    const overriddenBrand = { ...brand("belair"), overrides: { en: override, fr: override } };
    const { html } = await renderMessage(message({ language: "en" }), { brand: overriddenBrand, mode: "demo" });
    expect(links(html).map(({ shown }) => shown)).toEqual(["1-833-555-0110", "1-833-555-0110"]);
    expect(html).toContain(", at any time.");
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
    for (const kind of allMessages) {
      const drawn = await draw({ ...kind, facts: poisoned }, { mode: "production" });
      expect(`${drawn.text}${drawn.html}${drawn.link}`).not.toContain("evil.ca");
    }
    const { link } = await draw({ notification: "welcome", facts: poisoned }, { mode: "production" });
    expect(link).toBe(`${brand("belair").origin}/?language=fr&province=qc`);
  });

  it("uses the host of the request in demo mode", async () => {
    const { link } = await draw({ notification: "passwordDisabled" });
    expect(link).toBe("http://portail.localhost:3000/forgot?language=fr&province=qc");
  });

  it("opens the page in the language of the message, and in the province of the page that caused it", async () => {
    for (const notification of ["welcome", "alreadyRegistered", "passwordDisabled", "noAccount"] as const)
      for (const language of languages) {
        const { link } = await draw({ notification, language, facts: { ...facts, clockProvince: "on" } });
        expect(new URL(link ?? "").search).toBe(`?language=${language}&province=on`);
      }
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
