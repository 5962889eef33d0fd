import type { Language } from "@vestibule/catalogue/province.table.ts";
import { pageTexts } from "@vestibule/wording/tables.ts";
import { describe, expect, it } from "vitest";
import { drawScreen } from "../../../test/draw-screen.tsx";
import { sectionTexts } from "./flow/registration-texts.server.ts";
import { type RegistrationState, registrationStates } from "./registration-states.table.tsx";

/** The page as its loader would have it: only the sentences that it brings. */
function draw(state: RegistrationState, language: Language): string {
  const around = pageTexts(["common", "frame", "fields", "forms"], language);
  const own = sectionTexts({ language, overrides: {} }, state.sections);
  return drawScreen({ screen: state.screen, language, texts: { around, own } });
}

const drawn = registrationStates.flatMap((state) =>
  (["fr", "en"] as const).map((language) => ({ id: state.id, language, html: draw(state, language) })),
);
const forms = (html: string) => html.match(/<form[\s\S]*?<\/form>/g) ?? [];
const count = (html: string, pattern: RegExp) => html.match(pattern)?.length ?? 0;

describe("each state of registration", () => {
  it("is told apart by its id", () => {
    const ids = registrationStates.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(drawn)("$id in $language says all it says from the sentences that its page brings", ({ html }) => {
    expect(count(html, /<h1/g)).toBe(1);
    expect(html).not.toMatch(/registration:|registrationError:|fields:|undefined|\{[a-z]+\}/i);
  });

  it.each(drawn)("$id in $language has one way to submit each form", ({ html }) => {
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

describe("what a page shows", () => {
  const html = (id: string) => drawn.find((page) => page.id === id && page.language === "en")?.html ?? "";

  it("cuts a long first name on a grapheme, shorter on a small phone", () => {
    expect(html("welcome-back")).toContain("Maximilienne-Alexandrin…");
    expect(html("welcome-back")).toContain("Maximilienne-Alexandrine-Constance");
  });

  it("says on arrival only what follows: a welcome message where an account was created", () => {
    for (const id of ["confirmation", "confirmation-driver"]) {
      expect(html(id)).toContain("A welcome email is on its way");
      expect(html(id)).toContain("your new password");
    }
    for (const id of ["confirmation-any", "confirmation-joined"]) {
      expect(html(id)).toContain('class="arrival"');
      expect(html(id)).toContain("this address and your password");
      expect(html(id)).not.toContain("welcome email");
    }
  });

  it("names where a code went, digit by digit", () => {
    expect(html("code")).toContain("to the number ending in 4\u00a02");
    expect(html("code-address")).toContain("starts with m and ends in .ca");
  });

  it("says the last try only where one is left", () => {
    const lastTries = ["policy-not-found", "code-wrong", "pin-wrong", "username-taken"];
    for (const id of lastTries) {
      expect(html(`${id}-last-try`)).toContain("You have one try left");
      expect(html(id)).not.toContain("You have one try left");
    }
  });

  it("shows the e-mail that was not found, with the way to try another", () => {
    expect(html("policy-instead")).toContain('<strong class="address">maelle@nulle-part.example</strong>');
    expect(html("policy-instead")).toContain("Try another email address");
    expect(html("policy")).not.toContain("Try another email address");
  });

  it("offers the licence to everybody where the province has a driving programme, optional for a policyholder", () => {
    expect(html("policy")).toContain("Driver’s licence number (optional)");
    expect(html("policy-driver")).toContain("Required if we have it on file.");
    expect(html("policy-without-licence")).not.toContain("licence number");
  });

  it("offers the policy number to a person whom it has not found", () => {
    expect(html("code")).toContain("Use my policy number");
    expect(html("code-after-policy")).not.toContain("Use my policy number");
  });

  it("welcomes a person who has an account before proof, without its address", () => {
    expect(html("welcome-back-unproven")).toContain("Find my address");
    expect(html("welcome-back-unproven")).not.toContain("courrier.example");
    expect(html("welcome-back-unproven")).not.toContain('data-tone="error"');
  });

  it("shows the whole address that is taken, in bold", () => {
    expect(html("username-taken")).toContain('<strong class="address">commun@courrier.example</strong>');
  });

  it("P-03 leads somebody who no longer has the number or address on file to an agent", () => {
    for (const state of ["code", "code-address", "welcome-back"])
      expect(forms(html(state)).filter((form) => form.includes('action="/contact-changed"')).length).toBe(1);
    expect(html("pin")).toContain('href="tel:+18335550110"');
  });

  it("posts Back, cancel and a new code by forms of their own", () => {
    for (const action of ["/create-an-account/back", "/create-an-account/cancel", "/create-an-account/resend"])
      expect(forms(html("code")).filter((form) => form.includes(`action="${action}"`)).length).toBeGreaterThan(0);
  });

  it("P-13 says before the last code that it is the last, and then offers to send none", () => {
    expect(html("code-next-to-last")).toContain("You can ask for one more code");
    expect(html("code-next-to-last")).toContain('action="/create-an-account/resend"');
    for (const id of ["code-last", "code-username-last"]) {
      expect(html(id)).toContain("That was the last one we could send.");
      expect(html(id)).toContain('href="tel:+18335550110"');
      expect(html(id)).not.toMatch(/action="\/create-an-account\/resend"|Change the address|You can ask/);
    }
  });

  it("hands the ticket over by a form that only the gateway receives", () => {
    const form = forms(html("confirmation-hand-off")).find((one) => one.includes("a-ticket")) ?? "";
    expect(form).toContain('action="/pkmslogin.form"');
    expect(form).toContain('name="login-form-type" value="ticket"');
  });
});
