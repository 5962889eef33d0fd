import { issuedLinkActions, linkSources } from "@vestibule/catalogue/link.table.ts";
import type { NotificationId } from "@vestibule/catalogue/notification.table.ts";
import { languages } from "@vestibule/catalogue/province.table.ts";
import { customerTelephone } from "@vestibule/contract/brand/telephone-line.rule.ts";
import { formatTelephoneForText } from "@vestibule/wording/format.ts";
import { describe, expect, it } from "vitest";
import { type RenderableMessage, renderMessage } from "./render.message.ts";
import { facts as anyFacts, book, brand as brandOf, message } from "./test/draw-message.ts";

const facts = { ...anyFacts, linkEndsAt: "2026-12-01T15:42:00Z" };
const { link } = facts;
const belair = brandOf("belair");
const mail = (notification: NotificationId, over: Partial<RenderableMessage> = {}) =>
  message({ notification, facts, ...over });
const draw = (notification: NotificationId, over: Partial<RenderableMessage> = {}, brand = belair) =>
  renderMessage(mail(notification, over), { brand, mode: "demo" });
const hrefs = (html: string | null) => [...(html ?? "").matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => href);
const times = (text: string, part: string) => text.split(part).length - 1;
const inHtml = (value: string) => value.replaceAll("&", "&amp;");

const withLink = ["passwordReset", "link", "lockedAccount"] as const;
const notices = ["passwordChanged", "emailChangeAsked", "emailChanged", "emailChangeUndone"] as const;

describe("a message with a link", () => {
  it.each(withLink)("%s contains it once in its text and behind the only button in HTML", async (id) => {
    for (const language of languages)
      for (const brand of book.brands) {
        const drawn = await draw(id, { language }, brand);
        expect(times(drawn.text, "http")).toBe(1);
        expect(drawn.text).toContain(`\n${link}\n`);
        expect(hrefs(drawn.html).filter((href) => !href.startsWith("tel:"))).toEqual([inHtml(link)]);
        expect(drawn.link).toBe(link);
        expect(`${drawn.subject}`).not.toContain("http");
      }
  });

  it.each(withLink)(
    "A-116 %s links to the brand's own origin in production, whatever origin its value has",
    async (id) => {
      const poisoned = {
        ...facts,
        origin: "https://evil.ca",
        link: link.replace("http://portail.localhost:3000", "https://evil.ca"),
      };
      const drawn = await renderMessage(mail(id, { facts: poisoned }), { brand: belair, mode: "production" });
      expect(`${drawn.text}${drawn.html}${drawn.link}`).not.toContain("evil.ca");
      expect(drawn.link).toBe(link.replace("http://portail.localhost:3000", `${belair.origin}`));
    },
  );

  it.each(["link", "lockedAccount"] as const)("%s states the day and time of expiry", async (id) => {
    expect((await draw(id)).text).toContain("jusqu’au 1er\u00a0décembre 2026 à 10\u00a0h\u00a042 (heure de l’Est).");
    const { text } = await draw(id, { language: "en", facts: { ...facts, province: "ns" } }, brandOf("intact"));
    expect(text).toContain("until December 1, 2026, at 11:42\u00a0a.m. (Atlantic Time).");
  });

  it.each(["link", "lockedAccount"] as const)("%s that expires at midnight names the day before", async (id) => {
    const atMidnight = { ...facts, linkEndsAt: "2026-12-02T05:00:40Z" };
    const english = await draw(id, { language: "en", facts: atMidnight });
    expect(english.text).toContain("until December 1, 2026, at 11:59\u00a0p.m. (Eastern Time).");
    const french = await draw(id, { facts: atMidnight });
    expect(french.text).toContain("jusqu’au 1er\u00a0décembre 2026 à 23\u00a0h\u00a059 (heure de l’Est).");
  });

  it.each(withLink)("%s throws without its link", async (id) => {
    const { link: _link, ...rest } = facts;
    await expect(draw(id, { facts: rest })).rejects.toThrow("needs the value link");
  });
});

it("states wrong passwords as the reason for a new link, instead of an expired link", async () => {
  for (const language of languages) {
    const ended = await draw("lockedAccount", { language });
    const wrong = await draw("lockedAccount", { language, facts: { ...facts, cause: "wrongPasswords" } });
    expect(ended.text).toMatch(/no longer worked|ne fonctionnait plus/);
    expect(`${wrong.text}${wrong.html}`).not.toMatch(/no longer worked|ne fonctionnait plus/);
    expect(wrong.text).toMatch(/too many wrong passwords|trop de mots de passe incorrects/);
  }
});

it("does not say that the address was to be used when a link to create an account was asked for again", async () => {
  for (const language of languages) {
    const { text } = await draw("alreadyRegistered", { language, facts: { ...facts, cause: "link" } });
    expect(text).toMatch(/asked for a new link|a demandé un nouveau lien/);
    expect(text).not.toMatch(/use this address|utiliser cette adresse/);
  }
});

describe("a password reset", () => {
  it("has its code unbroken in the preview line, body and text, and never in its subject", async () => {
    for (const language of languages) {
      const { subject, html, text, code } = await draw("passwordReset", { language });
      expect(html).toMatch(/<div style="display:none[^>]*>123456/);
      expect(/<p class="code"[\s\S]*?<\/p>/.exec(html ?? "")?.[0].replace(/<[^>]+>/g, "")).toBe("123456");
      expect(text).toContain("\n    123456\n");
      expect(subject).not.toMatch(/\d/);
      expect(code).toBe("123456");
    }
  });

  it("states one expiry time for both code and button", async () => {
    for (const language of languages) {
      const { text } = await draw("passwordReset", { language });
      const ends = [...text.matchAll(/(?:until|jusqu’à) (10(?:\u00a0h\u00a0|:)\d\d)/g)].map(([, time]) => time);
      expect(ends).toEqual([language === "fr" ? "10\u00a0h\u00a022" : "10:22"]);
    }
    expect((await draw("passwordReset")).text).toContain(
      "Valable une seule fois, jusqu’à 10\u00a0h\u00a022 (heure de l’Est).",
    );
  });
});

describe("a link's message", () => {
  const sources = [...linkSources, undefined];
  const cases = sources.flatMap((source) => issuedLinkActions.map((action) => ({ source, action })));
  const of = ({ source, action }: (typeof cases)[number]) => {
    const { source: _source, ...rest } = facts;
    return { ...rest, action, ...(source === undefined ? {} : { source }) };
  };

  it.each(cases)("from $source for $action is complete under every brand, in both languages", async (one) => {
    for (const language of languages)
      for (const brand of book.brands) {
        const { subject, text, html } = await draw("link", { language, facts: of(one) }, brand);
        for (const part of [subject, text, html]) expect(part).not.toMatch(/\{\w+\}|undefined|\[object|link\.\w+\./);
        expect(text).toContain(brand.name[language]);
      }
  });

  it("is different for every source and every action", async () => {
    for (const language of languages) {
      const texts = await Promise.all(
        cases.map(async (one) => (await draw("link", { language, facts: of(one) })).text),
      );
      expect(new Set(texts).size).toBe(cases.length);
      const buttons = texts.map((text) => text.split("\n").at(text.split("\n").indexOf(link) - 1));
      expect(new Set(buttons).size).toBe(issuedLinkActions.length);
    }
  });

  it("from marketing only states that an account can be created", async () => {
    const french = await draw("link", { facts: { ...facts, source: "mrkt" } });
    const english = await draw("link", { language: "en", facts: { ...facts, source: "mrkt" } });
    expect(`${french.subject}\n${french.text}`).not.toMatch(/offre|rabais|prix|économ|gratuit|gagne|découvr|profitez/i);
    expect(`${english.subject}\n${english.text}`).not.toMatch(
      /offer|discount|price|sav(e|ing)|free|win\b|discover|enjoy/i,
    );
    expect([french.subject, english.subject]).toEqual(["Créez votre compte Belair", "Create your Belair account"]);
  });

  it("throws for an unknown source or action", async () => {
    await expect(draw("link", { facts: { ...facts, source: "toString" } })).rejects.toThrow("source");
    await expect(draw("link", { facts: { ...facts, action: "TOKEN_EXPIRED" } })).rejects.toThrow("action");
  });

  it.each([
    "<a href=https://evil.ca>ici</a>",
    "www.evil.ca",
    "moi@evil.ca",
    "Ann\u202egro.live",
    "A\r\nBcc: x@evil.ca",
  ])("A-136 A-134 greets %j as inert text on one line", async (firstName) => {
    const { subject, html, text } = await draw("link", { facts: { ...facts, firstName } });
    for (const part of [subject, html, text]) {
      expect(part).not.toMatch(/evil\.ca|www\.\S|@evil|gro\.live|[\u202a-\u202e\u2066-\u2069\u2028\u2029\r]/);
      expect(part).not.toMatch(/^Bcc:/m);
    }
    expect(text).toMatch(/\nBonjour [^\n]+,\n/);
    expect(hrefs(html).filter((href) => !href.startsWith("tel:"))).toEqual([inHtml(link)]);
  });
});

describe("a notice of a change", () => {
  it.each(notices)("A-133 %s has no action link, only a telephone number", async (id) => {
    for (const language of languages)
      for (const brand of book.brands) {
        const { text, html, link: acting } = await draw(id, { language }, brand);
        expect(acting).toBeNull();
        expect(text).not.toMatch(/http|:\/\/|\?token/);
        for (const href of hrefs(html)) expect(href).toMatch(/^tel:\+18\d{9}$/);
        expect(text.split(formatTelephoneForText(customerTelephone(brand, "qc"), language))).toHaveLength(2);
      }
  });

  it.each(notices)("%s contains neither the new password nor the new e-mail", async (id) => {
    const { text, html } = await draw(id, { facts: { ...facts, email: "nouvelle@exemple.ca", password: "Secret-1" } });
    expect(`${text}${html}`).not.toMatch(/nouvelle@|Secret-1/);
  });
});

it("tells the owner of a changed password that the other devices are logged out, since the one that changed it is not", async () => {
  expect((await draw("passwordChanged", { language: "en" })).text).toContain("Every other device has been logged out.");
  expect((await draw("passwordChanged")).text).toContain("Toutes les autres sessions ont été fermées.");
});

it("does not call the recipient of a changed password the account's e-mail, since every e-mail on file gets the notice", async () => {
  for (const language of languages)
    expect((await draw("passwordChanged", { language })).text).not.toMatch(/this address|cette adresse/);
});

it("asks to call about a blocked passkey without “Not you?”, since the insurer blocked it", async () => {
  for (const language of languages) {
    const { text } = await draw("passkeyBlocked", { language });
    expect(text).not.toMatch(/Not you\?|Ce n’est pas vous\?/);
    expect(text).toMatch(/(?:Call us right away|Appelez-nous sans attendre)\.\n/);
  }
});

it("tells the recipient of an undone change that a new password is needed, and not to log in with this address", async () => {
  for (const language of languages) {
    const { text } = await draw("emailChangeUndone", { language });
    expect(text).toMatch(/choose a new password with the former address|nouveau mot de passe avec l’adresse d’avant/);
    expect(text).not.toMatch(/all set|rien d’autre à faire|new address|nouvelle adresse/);
  }
});

it("names the change in the preview line of the message that undoes it", async () => {
  const undo = { ...facts, undoEndsAt: facts.linkEndsAt };
  const { html, text } = await draw("emailChangedUndo", { facts: undo });
  expect(html).toMatch(/<div style="display:none[^>]*>[^<]*Annulez ce changement/);
  expect(text).toContain("\nAnnuler ce changement\n");
});

describe("a message to an e-mail without an account", () => {
  it("says that none exists, and links to finding an account without personal data", async () => {
    const { text, link: url } = await draw("noAccount");
    expect(url).toBe("http://portail.localhost:3000/forgot/find-account?language=fr&province=qc");
    expect(text).toContain("Aucun compte n’utilise cette adresse.");
    expect(text).toContain("numéro de police");
    expect(text).not.toMatch(/123456|token/);
  });
});
