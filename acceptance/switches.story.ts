import type { Language } from "@vestibule/catalogue/province.table.ts";
import { oldPassword } from "./people.ts";
import { expect, type Portal, story } from "./portal.ts";
import { portalOrigin, portalPort } from "./ports.ts";
import {
  createAccount,
  enterCode,
  paths,
  personFor,
  policyFacts,
  signInFromConfirmation,
  startRegistration,
  submitEmail,
  submitPolicy,
} from "./registering.ts";

const other = (language: Language): Language => (language === "fr" ? "en" : "fr");

story("a switch of language or province keeps what was typed", { tag: "@script" }, async ({ portal }) => {
  await startRegistration(portal);
  await portal.press("registration:journey.usePolicyNumber");
  await portal.asks("registration:identification.policy.title");
  const typed = { ...policyFacts(personFor(portal, "policySms")), postalCode: "H2X 1Y4" };
  await portal.fill(typed);
  const isAllThere = async () => {
    await portal.asks("registration:identification.policy.title");
    for (const [name, value] of Object.entries(typed)) await expect(portal.field(name)).toHaveValue(value);
  };
  await portal.switchLanguage(other(portal.language));
  await isAllThere();
  await portal.switchProvince("nb");
  await isAllThere();
});

story("a legal document opens beside the page, which keeps what was typed", { tag: "@plain" }, async ({ portal }) => {
  const { page } = portal;
  await portal.open("/forgot");
  await portal.fill({ email: "maelle@courrier.example" });
  const opening = page.context().waitForEvent("page");
  await page.getByRole("link", { name: portal.words("frame:footer.privacy") }).click();
  const document = await opening;
  await expect(document.getByRole("heading", { level: 1 })).toHaveText(portal.words("legal:privacy.title"));
  await expect(portal.field("email")).toHaveValue("maelle@courrier.example");
  for (const link of await page.locator(".promo-links a").all()) await expect(link).toHaveAttribute("target", "_blank");
});

story("browser Back keeps a language that was chosen since", { tag: "@script" }, async ({ portal }) => {
  await portal.open("/");
  await portal.follow("login:forgot");
  await portal.asks("recovery:forgot.title");
  await portal.switchLanguage(other(portal.language));
  await portal.page.goBack();
  await portal.asks("login:title");
});

story(
  "a switch of language translates why a form was refused",
  { tag: ["@script", "@nightly"] },
  async ({ portal }) => {
    await startRegistration(portal);
    await submitPolicy(portal, { ...personFor(portal, "policySms"), policyNumber: "ZZ90001" });
    await portal.says(portal.words("registrationError:POLICY_NUMBER_NOT_FOUND"));
    await portal.switchLanguage(other(portal.language));
    await portal.says(portal.words("registrationError:POLICY_NUMBER_NOT_FOUND"));
    await expect(portal.page).toHaveTitle(
      new RegExp(`^${portal.words("common:pageTitle.refused", { title: "" }).trim()}`),
    );
  },
);

story("a switch of language or province never keeps a password", { tag: "@script" }, async ({ portal }) => {
  const email = "quelqu.un@famille.example";
  await portal.open("/");
  for (const change of [() => portal.switchLanguage(other(portal.language)), () => portal.switchProvince("nb")]) {
    await portal.fill({ email, loginPassword: oldPassword });
    await change();
    await expect(portal.field("loginPassword")).toHaveValue("");
    await expect(portal.field("email")).toHaveValue(email);
  }
});

story(
  "Quebec offers French first, Ontario English; a province without French shows English",
  { tag: "@plain" },
  async ({ portal }) => {
    const languages = portal.page.getByRole("navigation").locator("span[lang]");
    const offered = () => languages.evaluateAll((shown) => shown.map((language) => language.getAttribute("lang")));
    await portal.open("/");
    await expect.poll(offered).toEqual(["fr-CA", "en-CA"]);
    await portal.switchProvince("on");
    await expect.poll(offered).toEqual(["en-CA", "fr-CA"]);
    await portal.switchProvince("ab", "en");
    await expect.poll(offered).toEqual([]);
    await expect(portal.main.getByRole("heading", { level: 1 })).toHaveText(portal.words("login:title"));
  },
);

/** Brands by host. A brand that is only in Alberta offers only English. */
const brands = [
  { host: "belair", province: "qc", name: { fr: "Belair", en: "Belair" } },
  { host: "bna", province: "qc", name: { fr: "BNA Assurances", en: "BNA Insurance" } },
  { host: "servus", province: "ab", name: { fr: "Servus", en: "Servus" } },
] as const;

const entrance = (host: string) => `${portalOrigin(`${host}.localhost`)}/`;

async function isUnder(portal: Portal, name: string): Promise<void> {
  await expect(portal.page).toHaveTitle(new RegExp(`– ${name}$`));
}

story(
  "the host selects the brand, from the login page to the first question",
  { tag: "@plain" },
  async ({ portal, browserProfile }) => {
    for (const { host, province, name } of brands) {
      portal.language = province === "ab" || browserProfile.startsWith("en") ? "en" : "fr";
      await startRegistration(portal, "insuredDriver", { url: entrance(host), province });
      await isUnder(portal, name[portal.language]);
      expect(new URL(portal.page.url()).host).toBe(`${host}.localhost:${portalPort}`);
    }
  },
);

for (const { host, province, name } of [
  { host: "intact", province: "qc", name: "Intact" },
  { host: "scotia", province: "on", name: "Scotia" },
] as const)
  story(`a policyholder of ${name} registers under their own brand`, { tag: "@plain" }, async ({ portal }) => {
    const person = personFor(portal, host);
    await startRegistration(portal, "policyHolder", { url: entrance(host), province });
    await submitEmail(portal, person.email);
    await enterCode(portal, await portal.codeFor(person.email));
    await portal.isAt(paths.create);
    await isUnder(portal, name);
    await createAccount(portal);
    expect((await portal.newestLetter(person.email, 1)).text).toContain(name);
    await signInFromConfirmation(portal, person);
    expect(new URL(portal.page.url()).host).toBe(`${host}.localhost:${portalPort}`);
  });
