import { areas } from "@vestibule/vestibule/screens/screen-area.rule.ts";
import type { ScreenId } from "@vestibule/vestibule/screens/screens.rule.ts";
import { type HTMLElement, parse } from "node-html-parser";
import { describe, expect, it, test } from "vitest";
import { openServer } from "../../vestibule/test/open-server.ts";
import { untilAccepted } from "../../vestibule/test/spawned-server.ts";

const { server } = await openServer();
const english = { brand: "belair", province: "on", language: "en" };
const french = { brand: "belair", province: "qc", language: "fr" };

async function open(id: ScreenId, look: typeof english): Promise<HTMLElement> {
  const url = `${server.url}/demo/screens/${id}?${new URLSearchParams(look)}`;
  const response = await untilAccepted(() => fetch(url));
  const main = parse(await response.text()).querySelector("main");
  if (main === null) throw new Error(`${id} has no content`);
  return main;
}
const pageOf = async (id: ScreenId, look = english) => (await open(id, look)).outerHTML;
const formsTo = async (id: ScreenId, action: string) =>
  (await open(id, english)).querySelectorAll(`form[action="${action}"]`);

const ids = [areas.registration, areas.policyNumber, areas.link].flatMap(
  (screens) => Object.keys(screens) as ScreenId[],
);

test.each(ids)("%s has one submit button in each form, and none that submits itself", async (id) => {
  const page = await open(id, french);
  for (const form of page.querySelectorAll("form")) expect(form.querySelectorAll('[type="submit"]')).toHaveLength(1);
  expect(page.outerHTML).not.toMatch(/<script|http-equiv|pkmslogin/i);
});

describe("a page of smart registration", () => {
  it("shortens a long first name at a grapheme, more on a small phone", async () => {
    const page = await pageOf("welcome-back-long-name");
    expect(page).toContain("Maximilienne-Alexandrin…");
    expect(page).toContain("Maximilienne-Alexandrine-Constance");
  });

  it("mentions a welcome message at the end only where an account was created", async () => {
    for (const id of ["confirmation", "confirmation-driver", "link-account-ready"] as const) {
      expect(await pageOf(id)).toContain("A welcome email is on its way");
      expect(await pageOf(id)).toContain("your new password");
    }
    const joined = await pageOf("policy-number-profile-added");
    expect(joined).toContain('class="confirmation-mark"');
    expect(joined).toContain("this address and your password");
    expect(joined).not.toContain("welcome email");
  });

  it("names where a code was sent, digit by digit", async () => {
    expect(await pageOf("verify-code-text")).toContain("to the number ending in 4\u00a02");
    expect(await pageOf("verify-code")).toMatch(/starts with m and ends in \.\w+|starts with m, at/);
  });

  it.each([
    ["policy-not-found", "policy-last-try"],
    ["verify-code-wrong", "verify-code-last-try"],
    ["verify-pin-wrong", "verify-pin-last-try"],
    ["username-taken", "username-taken-last-try"],
  ] as const)("mentions the last attempt only where one is left: %s", async (id, lastTry) => {
    expect(await pageOf(lastTry)).toContain("You have one try left");
    expect(await pageOf(id)).not.toContain("You have one try left");
  });

  it("shows the e-mail that was not found, with a link to try another", async () => {
    const page = await pageOf("policy-after-email");
    expect(page).toContain('<strong class="email">maelle@courrier.example</strong>');
    expect(page).toContain("Try another email address");
    expect(await pageOf("policy-identification")).not.toContain("Try another email address");
  });

  it("offers the licence where the province has a usage-based programme, optional for a policyholder", async () => {
    expect(await pageOf("policy-identification")).toContain("Driver’s licence number (optional)");
    expect(await pageOf("policy-driver")).toContain("Required if we have it on file.");
    const without = { brand: "servus", province: "ab", language: "en" };
    expect(await pageOf("policy-identification", without)).not.toContain("licence number");
  });

  it("offers the policy number to a person whom it has not found", async () => {
    expect(await pageOf("verify-code")).toContain("Use my policy number");
    expect(await pageOf("verify-code-after-policy")).not.toContain("Use my policy number");
  });

  it("welcomes a person who has an account before verification, without its e-mail", async () => {
    const page = await pageOf("account-already-exists");
    expect(page).toContain("Find my address");
    expect(page).not.toContain("courrier.example");
    expect(page).not.toContain('data-tone="error"');
  });

  it("shows the whole e-mail that is taken, in bold", async () => {
    expect(await pageOf("username-taken")).toContain('<strong class="email">maelle@courrier.example</strong>');
  });

  it("leads a person who no longer has the number or e-mail on file to an agent", async () => {
    for (const id of ["verify-code", "verify-code-text", "welcome-back"] as const)
      expect(await formsTo(id, "/contact-changed")).toHaveLength(1);
    expect(await pageOf("verify-pin")).toContain('href="tel:+1');
  });

  it("posts Back, Cancel and a new code by separate forms", async () => {
    for (const action of ["back", "cancel", "resend"])
      expect((await formsTo("verify-code", `/create-an-account/${action}`)).length).toBeGreaterThan(0);
  });

  it("announces the last code, and then offers to send none", async () => {
    const page = await pageOf("verify-code-next-to-last");
    expect(page).toContain("You can ask for one more code");
    expect(page).toContain('action="/create-an-account/resend"');
    for (const id of ["verify-code-last", "verify-code-chosen-email-last"] as const) {
      const last = await pageOf(id);
      expect(last).toContain("That was the last one we could send.");
      expect(last).toContain('href="tel:+1');
      expect(last).not.toMatch(/action="\/create-an-account\/resend"|Change the address|You can ask/);
    }
  });
});

describe("a page of registration by policy number or by a link", () => {
  const pageOf = async (id: ScreenId) => (await open(id, french)).outerHTML;

  it("asks a driver for the mobile number, and all others for date of birth and postal code", async () => {
    for (const page of ["link-account", "link-password"] as const) {
      const policyholder = await pageOf(page);
      const driver = await pageOf(`${page}-driver`);
      expect(policyholder).toContain('name="postalCode"');
      expect(policyholder).toContain('name="dobYear"');
      expect(policyholder).not.toContain('name="phone"');
      expect(driver).toContain('name="phone"');
      expect(driver).not.toContain('name="postalCode"');
    }
  });

  it("repeats nothing that smart registration handed over, and asks only for a missing licence", async () => {
    const handover = "policy-number-identification-handover";
    for (const id of [handover, `${handover}-all`] as const)
      expect(await pageOf(id)).not.toMatch(/<(?:input (?![^>]*type="hidden")|select)/);
    const asked = (await open(`${handover}-licence`, french)).querySelectorAll('input:not([type="hidden"]), select');
    expect(asked.map((field) => field.getAttribute("name"))).toEqual(["driverLicenseProvince", "driverLicense"]);
    expect(await pageOf(`${handover}-not-found`)).toContain('name="dobYear" ');
    expect(await pageOf("policy-number-password-handover")).not.toMatch(/name="(?:dobYear|postalCode)"/);
  });

  it("has no fields where the person has an account, but buttons to log in, find its e-mail and reset its password", async () => {
    const page = await pageOf("policy-number-already-registered");
    expect(page).not.toMatch(/<(?:input (?![^>]*type="hidden")|select)|role="alert"|class="notice/);
    expect(page.match(/class="button"[^>]*>/g)).toEqual([expect.stringContaining('href="/"')]);
    expect(page).toContain('href="/forgot"');
    expect(page).toContain('name="method" value="accountEmail"');
    expect(page).toContain('name="details" value="change"');
  });

  it("shows the account by its masked e-mail, with words for screen readers", async () => {
    expect(await pageOf("link-password")).toContain('aria-hidden="true">m•••@c•••.example<');
    for (const id of ["link-password", "link-account"] as const)
      expect(await pageOf(id)).toMatch(/commence par m et finit par \.example/);
  });

  it("asks whether an e-mail that is taken is shared", async () => {
    expect(await pageOf("link-new-email-taken")).toMatch(/id="email-error"[\s\S]*?Chaque personne/);
  });

  it("mentions the last attempt with what was refused, and no other", async () => {
    for (const id of ["code-text", "password", "new-email", "profile"] as const)
      expect(await pageOf(`policy-number-${id}-last-try`)).toMatch(
        /role="alert"[\s\S]*?Il reste un essai; ensuite, nous vous aiderons/,
      );
    expect(await pageOf("policy-number-code-text-wrong")).not.toContain("Il reste un essai");
  });

  it("offers no new code after the last one, but the number to call", async () => {
    for (const id of ["policy-number-code-text-last", "policy-number-code-text-last-ends-soon"] as const) {
      const page = await pageOf(id);
      expect(page).toContain("C’était le dernier que nous pouvions envoyer.");
      expect(page).toContain('href="tel:+1');
      expect(page).not.toMatch(/action="[^"]*resend"|demandez-en|Vous pourrez/);
    }
    expect(await pageOf("policy-number-code-text-last-ends-soon")).toContain(
      "Ensuite, nous vous aiderons au téléphone.",
    );
  });
});
