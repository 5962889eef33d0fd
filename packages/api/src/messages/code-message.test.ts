import { notifications } from "@vestibule/catalogue/notification.table.ts";
import { languages, provinceIds, provinces } from "@vestibule/catalogue/province.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { customerTelephone } from "@vestibule/contract/brand/telephone-line.rule.ts";
import { formatTelephoneForText, formatTime, nameTimeZone } from "@vestibule/wording/format.ts";
import { pageTexts } from "@vestibule/wording/tables.ts";
import { describe, expect, it } from "vitest";
import { renderMessage } from "./render.message.ts";
import { gsm7Length } from "./sms-layout.message.ts";
import { allMessages, book, brand, draw, facts, message } from "./test/draw-message.ts";
import { wordmarkContentId, wordmarkSize } from "./wordmark.rule.ts";
import { wordmarkImage } from "./wordmark-image.adapter.ts";

/** A moment whose local time has the longest form, such as "11:42 p.m.". */
const endsLate = (timeZone: string): string => {
  const hours = Array.from({ length: 24 }, (_, hour) => `2026-11-22T${String(hour).padStart(2, "0")}`);
  const moments = hours.flatMap((hour) => [`${hour}:12:00Z`, `${hour}:42:00Z`]);
  const isLate = (moment: string) =>
    formatTime(new Date(moment), { timeZone, language: "fr" }).replace(/\s/g, "") === "23h42";
  return moments.find(isLate) ?? "";
};

describe("a code by e-mail", () => {
  it("has its digits unbroken in the preview line, body and text", async () => {
    const { html, text } = await draw({});
    expect(html).toMatch(/<div style="display:none[^>]*>123456/);
    expect(/<p class="code"[\s\S]*?<\/p>/.exec(html ?? "")?.[0]?.replace(/<[^>]+>/g, "")).toBe("123456");
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
    for (const kind of allMessages) {
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
      // A phone is narrower than a long name.
      expect(html).toMatch(/<img [^>]*style="[^"]*max-width:100%;height:auto;/);
      const image = Buffer.from(await wordmarkImage(one));
      expect(image.subarray(1, 4).toString()).toBe("PNG");
      expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([width * 3, height * 3]);
      expect(image.byteLength).toBeLessThan(16 * 1024);
    }
  });

  it("asks to keep each code secret, since the brand never asks for it", async () => {
    for (const notification of [
      "registrationCode",
      "findAccountCode",
      "policyCode",
      "secondFactorCode",
      "usernameCode",
      "emailChangeCode",
      "passwordReset",
    ] as const) {
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

describe("a message with a code", () => {
  it("F-12 ends with its code, so that no message states a time in the past", () => {
    const codes = Object.values(notifications).filter(({ priority }) => priority === "code");
    expect(codes.length).toBeGreaterThan(3);
    for (const { lifetimeMinutes } of codes) expect(lifetimeMinutes).toBe(ttl.oneTimeCodeMinutes);
  });
});

describe("a text message", () => {
  it("has only French words whose accents GSM-7 has, since a misspelled message looks like a fraud", () => {
    const texts = Object.entries(pageTexts(["message"], "fr")).filter(([key]) => key.includes(".sms"));
    expect(texts.length).toBeGreaterThan(3);
    for (const [key, text] of texts) {
      const words = String(text).replace(/\{\w+\}|[\u00a0’«»…]/g, "");
      expect(gsm7Length(words), key).toBeDefined();
    }
  });
});

describe("a code by text message", () => {
  it.each(["registrationCode", "findAccountCode", "policyCode"] as const)(
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
    const overridden = {
      ...brand("belair"),
      overrides: { en: {}, fr: { [text]: "« Forêt » d’œuvre : {code}… à {time}" } },
    };
    const drawn = await renderMessage(message({ channel: "SMS" }), { brand: overridden, mode: "demo" });
    expect(drawn.text.split("\n")[0]).toBe("\" Foret \" d'oeuvre : 123456... à 10 h 22 (heure de l'Est)");
  });
});

describe("a code by call", () => {
  it("speaks brand, browser and digits, a sentence a line, without a link or a host", async () => {
    for (const language of languages)
      for (const one of book.brands) {
        const call = message({
          notification: "secondFactorCode",
          channel: "VOICE",
          language,
          facts: { ...facts, browser: "chrome", system: "windows" },
        });
        const { text, code, link, html, subject } = await renderMessage(call, { brand: one, mode: "production" });
        const lines = text.split("\n");
        expect(lines[0]).toContain(one.name[language]);
        expect(text).toContain("Chrome");
        expect(lines.filter((line) => line.includes("1, 2, 3, 4, 5, 6"))).toHaveLength(2);
        expect(text).not.toMatch(/123456|https?:|@|undefined/);
        expect({ code, link, html, subject }).toEqual({ code: "123456", link: null, html: null, subject: null });
      }
  });
});
