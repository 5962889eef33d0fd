import { pageTexts } from "@vestibule/wording/tables.ts";
import { describe, expect, it } from "vitest";
import { drawScreen } from "../../../../test/draw-screen.tsx";
import { policyNumberStates } from "../../../../test/policy-number-states.tsx";
import { sectionTexts } from "../../../i18n/registration-texts.server.ts";

const drawn = policyNumberStates.flatMap(({ id, sections, screen }) =>
  (["fr", "en"] as const).map((language) => {
    const around = pageTexts(["common", "frame", "forms", "link", "policyNumberRegistration"], language);
    const own = sectionTexts({ language, overrides: {} }, sections);
    return { id, language, html: drawScreen({ screen, language, texts: { around, own } }) };
  }),
);
const html = (id: string) => drawn.find((one) => one.id === id)?.html ?? "";
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

describe("each page of registration over API v1", () => {
  it.each(drawn)("$id in $language has a text for everything it shows", ({ html }) => {
    expect(count(html, /<h1/g)).toBe(1);
    expect(html).not.toMatch(/policyNumberRegistration:|registration:|fields:|undefined|\{[a-z]+\}/i);
  });

  it.each(drawn)("$id in $language has one submit button per form, and unique ids", ({ html }) => {
    for (const form of html.match(/<form[\s\S]*?<\/form>/g) ?? []) expect(count(form, /type="submit"/g)).toBe(1);
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
    expect(ids).toEqual([...new Set(ids)]);
  });

  it.each(drawn)("A-127 $id in $language submits no form by itself except one with a ticket", ({ id, html }) => {
    expect(html).not.toMatch(/<script|http-equiv/i);
    if (id !== "password-hand-off") expect(html).not.toContain("pkmslogin");
  });
});

describe("the fields of a page", () => {
  it("are the mobile number for a driver, and date of birth with postal code for all others", () => {
    for (const page of ["account", "password"]) {
      expect(html(page)).toContain('name="postalCode"');
      expect(html(page)).toContain('name="dobYear"');
      expect(html(page)).not.toContain('name="phone"');
      expect(html(`${page}-driver`)).toContain('name="phone"');
      expect(html(`${page}-driver`)).not.toContain('name="postalCode"');
    }
  });

  it("repeat nothing that smart registration handed over, and include only a missing licence", () => {
    for (const id of ["handover", "handover-all"])
      expect(html(id)).not.toMatch(/<(?:input (?![^>]*type="hidden")|select)/);
    expect(html("handover-licence").match(/<(?:input|select)[^>]* name="(?!details)[^"]*"/g)).toHaveLength(2);
    expect(html("handover-not-found")).toContain('name="dobYear" ');
    expect(html("account-known")).not.toMatch(/name="(?:dobYear|postalCode)"/);
  });

  it("are absent where the person has an account, beside buttons to log in, find its e-mail and reset its password", () => {
    const page = html("already-registered");
    expect(page).not.toMatch(/<(?:input (?![^>]*type="hidden")|select)|role="alert"|class="notice/);
    expect(page.match(/class="button"[^>]*>/g)).toEqual([expect.stringContaining('href="/"')]);
    expect(page).toContain('href="/forgot"');
    expect(page).toContain('name="method" value="accountAddress"');
    expect(page).toContain('name="details" value="change"');
  });

  it("show the account by its masked e-mail, with words for screen readers", () => {
    expect(html("password")).toContain('aria-hidden="true">m•••@gmail.com<');
    expect(html("password")).toMatch(/commence par m, chez gmail\.com/);
    expect(html("account")).toMatch(/commence par m et finit par \.example/);
  });

  it("P-09 ask whether an e-mail that is taken is shared", () => {
    expect(html("new-email-taken")).toMatch(/id="email-fault"[\s\S]*?Chaque personne/);
  });

  it("P-13 mention the last attempt with what was refused, and no other", () => {
    for (const id of ["code", "account", "new-email", "password"])
      expect(html(`${id}-last-try`)).toMatch(/role="alert"[\s\S]*?Il reste un essai; ensuite, nous vous aiderons/);
    expect(html("code-wrong")).not.toContain("Il reste un essai");
  });

  it("P-13 offer no new code after the last one, but the number to call", () => {
    for (const id of ["code-last", "code-last-ends-soon"]) {
      expect(html(id)).toContain("C’était le dernier que nous pouvions envoyer.");
      expect(html(id)).toContain('href="tel:+18335550110"');
      expect(html(id)).not.toMatch(/action="[^"]*resend"|demandez-en|Vous pourrez/);
    }
    expect(html("code-last-ends-soon")).toContain("Ensuite, nous vous aiderons au téléphone.");
  });

  it("include the agent's code after a server error", () => {
    expect(html("account-not-saved")).toContain("lnr500160");
  });
});
