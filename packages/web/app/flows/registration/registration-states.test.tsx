import type { Language } from "@vestibule/catalogue/province.table.ts";
import { pageTexts } from "@vestibule/wording/tables.ts";
import { describe, expect, it } from "vitest";
import { drawScreen } from "../../../test/draw-screen.tsx";
import { type RegistrationState, registrationStates } from "../../../test/registration-states.tsx";
import { sectionTexts } from "../../i18n/registration-texts.server.ts";

/** Renders the page with only the texts that its loader sends. */
function draw(state: RegistrationState, language: Language): string {
  const around = pageTexts(["common", "frame", "forms"], language);
  const own = sectionTexts({ language, overrides: {} }, state.sections);
  return drawScreen({ screen: state.screen, language, texts: { around, own } });
}

const drawn = registrationStates.flatMap((state) =>
  (["fr", "en"] as const).map((language) => ({ id: state.id, language, html: draw(state, language) })),
);
const forms = (html: string) => html.match(/<form[\s\S]*?<\/form>/g) ?? [];
const count = (html: string, pattern: RegExp) => html.match(pattern)?.length ?? 0;

describe("each state of registration", () => {
  it("has a unique id", () => {
    const ids = registrationStates.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(drawn)("$id in $language has a text for everything it shows among those that its page sends", ({ html }) => {
    expect(count(html, /<h1/g)).toBe(1);
    expect(html).not.toMatch(/registration:|registrationError:|fields:|undefined|\{[a-z]+\}/i);
  });

  it.each(drawn)("$id in $language has one submit button per form", ({ html }) => {
    for (const form of forms(html)) expect(count(form, /type="submit"/g)).toBe(1);
  });

  it.each(drawn)("$id in $language uses no id twice", ({ html }) => {
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
    expect(ids).toEqual([...new Set(ids)]);
  });

  it("differs between the languages", () => {
    for (const { id } of registrationStates) {
      const [french, english] = drawn.filter((page) => page.id === id);
      expect(french?.html).not.toBe(english?.html);
    }
  });
});

describe("a page", () => {
  const html = (id: string) => drawn.find((page) => page.id === id && page.language === "en")?.html ?? "";

  it("shortens a long first name at a grapheme, more on a small phone", () => {
    expect(html("welcome-back")).toContain("Maximilienne-Alexandrin…");
    expect(html("welcome-back")).toContain("Maximilienne-Alexandrine-Constance");
  });

  it("mentions a welcome message at the end only where an account was created", () => {
    for (const id of ["confirmation", "confirmation-driver"]) {
      expect(html(id)).toContain("A welcome email is on its way");
      expect(html(id)).toContain("your new password");
    }
    for (const id of ["confirmation-any", "confirmation-joined"]) {
      expect(html(id)).toContain('class="confirmation-mark"');
      expect(html(id)).toContain("this address and your password");
      expect(html(id)).not.toContain("welcome email");
    }
  });

  it("names where a code was sent, digit by digit", () => {
    expect(html("code")).toContain("to the number ending in 4\u00a02");
    expect(html("code-address")).toContain("starts with m and ends in .ca");
  });

  it("mentions the last attempt only where one is left", () => {
    const lastTries = ["policy-not-found", "code-wrong", "pin-wrong", "username-taken"];
    for (const id of lastTries) {
      expect(html(`${id}-last-try`)).toContain("You have one try left");
      expect(html(id)).not.toContain("You have one try left");
    }
  });

  it("shows the e-mail that was not found, with a link to try another", () => {
    expect(html("policy-instead")).toContain('<strong class="address">maelle@nulle-part.example</strong>');
    expect(html("policy-instead")).toContain("Try another email address");
    expect(html("policy")).not.toContain("Try another email address");
  });

  it("offers the licence to all persons where the province has a usage-based programme, optional for a policyholder", () => {
    expect(html("policy")).toContain("Driver’s licence number (optional)");
    expect(html("policy-driver")).toContain("Required if we have it on file.");
    expect(html("policy-without-licence")).not.toContain("licence number");
  });

  it("offers the policy number to a person whom it has not found", () => {
    expect(html("code")).toContain("Use my policy number");
    expect(html("code-after-policy")).not.toContain("Use my policy number");
  });

  it("welcomes a person who has an account before verification, without its e-mail", () => {
    expect(html("welcome-back-unproven")).toContain("Find my address");
    expect(html("welcome-back-unproven")).not.toContain("courrier.example");
    expect(html("welcome-back-unproven")).not.toContain('data-tone="error"');
  });

  it("shows the whole e-mail that is taken, in bold", () => {
    expect(html("username-taken")).toContain('<strong class="address">commun@courrier.example</strong>');
  });

  it("P-03 leads a person who no longer has the number or e-mail on file to an agent", () => {
    for (const state of ["code", "code-address", "welcome-back"])
      expect(forms(html(state)).filter((form) => form.includes('action="/contact-changed"')).length).toBe(1);
    expect(html("pin")).toContain('href="tel:+18335550110"');
  });

  it("posts Back, Cancel and a new code by separate forms", () => {
    for (const action of ["/create-an-account/back", "/create-an-account/cancel", "/create-an-account/resend"])
      expect(forms(html("code")).filter((form) => form.includes(`action="${action}"`)).length).toBeGreaterThan(0);
  });

  it("P-13 announces the last code, and then offers to send none", () => {
    expect(html("code-next-to-last")).toContain("You can ask for one more code");
    expect(html("code-next-to-last")).toContain('action="/create-an-account/resend"');
    for (const id of ["code-last", "code-username-last"]) {
      expect(html(id)).toContain("That was the last one we could send.");
      expect(html(id)).toContain('href="tel:+18335550110"');
      expect(html(id)).not.toMatch(/action="\/create-an-account\/resend"|Change the address|You can ask/);
    }
  });

  it("posts the ticket by a form that only the gateway receives", () => {
    const form = forms(html("confirmation-hand-off")).find((one) => one.includes("a-ticket")) ?? "";
    expect(form).toContain('action="/pkmslogin.form"');
    expect(form).toContain('name="login-form-type" value="ticket"');
  });
});
