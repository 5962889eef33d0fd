import { type Language, languages } from "@vestibule/catalogue/province.table.ts";
import { type OrdinaryScreenId, type ScreenId, screenIds, screens } from "@vestibule/catalogue/screen.table.ts";
import { type Namespace, pageTexts, type TextKey } from "@vestibule/wording/tables.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testBrands } from "../../../test/book-file.ts";
import { type TestDatabase, testDatabase } from "../../../test/database.ts";
import { type SpawnedServer, spawnServer } from "./spawned-server.ts";

/** What each screen is titled, and what else tells its state; a roadblock's words are its row's. */
const words: Record<OrdinaryScreenId, [TextKey, TextKey?]> = {
  login: ["login:title"],
  "login-error": ["login:title", "forms:login.error"],
  "login-session-ended": ["login:title", "login:notice.sessionEnded.title"],
  "login-remembered": ["login:title"],
  "login-password-changed": ["login:title", "login:notice.passwordChanged.title"],
  forgot: ["recovery:forgot.title"],
  "forgot-wait": ["recovery:forgot.title", "recovery:wait"],
  "forgot-again": ["recovery:forgot.title", "recovery:forgot.ended.title"],
  "forgot-incomplete": ["recovery:forgot.title", "fields:email.required"],
  "verify-incomplete": ["recovery:verify.title", "fields:securityCode.required"],
  "reset-incomplete": ["recovery:reset.title", "fields:postalCode.required"],
  "account-type-incomplete": ["registration:accountType.title", "fields:accountType.required"],
  "email-incomplete": ["registration:identification.email.title", "fields:email.required"],
  "policy-incomplete": ["registration:identification.policy.title", "fields:policyNumber.required"],
  "additional-driver-incomplete": ["registration:identification.driver.title", "fields:postalCode.required"],
  "verify-code-incomplete": ["registration:code.title", "fields:securityCode.required"],
  "ask-username-incomplete": ["registration:username.ask.title", "fields:email.required"],
  "create-incomplete": ["registration:create.title", "fields:password.required"],
  verify: ["recovery:verify.title", "recovery:verify.lead"],
  "verify-sent-again": ["recovery:verify.title", "recovery:verify.sentAgain"],
  "verify-wrong": ["recovery:verify.title", "forms:code.validation.wrong"],
  "verify-last-try": ["recovery:verify.title", "recovery:verify.lastTry.title"],
  reset: ["recovery:reset.title", "recovery:reset.lead.postalCode"],
  "reset-mobile": ["recovery:reset.title", "recovery:reset.lead.cellPhone"],
  "reset-temporary": ["recovery:reset.title", "recovery:reset.lead.temporary"],
  "reset-link": ["recovery:reset.title", "forms:password.containsEmail.help"],
  "reset-postal-code-wrong": ["recovery:reset.title", "fields:postalCode.wrong"],
  "reset-password-used": ["recovery:reset.title", "fields:password.reused"],
  "account-type": ["registration:accountType.title"],
  "email-identification": ["registration:identification.email.title"],
  "policy-identification": ["registration:identification.policy.title"],
  "policy-not-found": ["registration:identification.policy.title", "registrationError:POLICY_NUMBER_NOT_FOUND.title"],
  "account-already-exists": [
    "registration:identification.policy.title",
    "registrationError:ACCOUNT_ALREADY_EXISTS.find",
  ],
  "licence-not-found": ["registration:identification.policy.title", "registrationError:DRIVE_LICENSE_NUMBER_NOT_FOUND"],
  "multiple-profiles": ["registration:identification.profiles.title"],
  "additional-driver-profile": ["registration:identification.driver.title"],
  "verify-options": ["registration:options.title"],
  "verify-code": ["registration:code.title"],
  "verify-code-wrong": ["registration:code.title", "fields:securityCode.wrong"],
  "verify-pin": ["registration:code.title.pin"],
  "confirm-username": ["registration:username.confirm.title"],
  "ask-username": ["registration:username.ask.title"],
  "username-taken": ["registration:username.ask.title", "registrationError:EMAIL_ALREADY_EXISTS.title"],
  create: ["registration:create.title"],
  "password-refused": ["registration:create.title", "fields:password.containsEmail.plain"],
  confirmation: ["registration:confirmation.title"],
  "welcome-back": ["registration:welcomeBack.title"],
  "legacy-identification": ["legacyRegistration:identification.title", "legacyRegistration:stage.1"],
  "legacy-identification-programme": [
    "legacyRegistration:identification.title",
    "legacyRegistration:identification.lead.ubi",
  ],
  "legacy-identification-elsewhere": [
    "legacyRegistration:identification.title",
    "legacyRegistration:identification.elsewhere",
  ],
  "legacy-not-found": ["legacyRegistration:identification.title", "legacyRegistration:identification.notFound.title"],
  "legacy-last-try": ["legacyRegistration:identification.title", "registrationError:lastTry"],
  "legacy-already-registered": ["legacyRegistration:identification.title", "legacyRegistration:identification.known"],
  "legacy-ways": ["registration:options.title", "registration:options.number"],
  "legacy-code-text": ["registration:code.title", "registration:code.lost.number"],
  "legacy-code-text-wrong": ["registration:code.title", "fields:securityCode.wrong"],
  "legacy-code-text-again": ["registration:code.title", "legacyRegistration:code.left.1"],
  "legacy-code-email": ["registration:code.title", "registration:code.lost.address"],
  "legacy-code-programme": ["registration:code.title.username", "registration:code.changeAddress"],
  "legacy-pin": ["registration:code.title.pin"],
  "legacy-pin-wrong": ["registration:code.title.pin", "fields:securityPin.wrong"],
  "legacy-email": ["registration:username.confirm.title", "legacyRegistration:newEmail.send"],
  "legacy-email-programme": ["registration:username.ask.title", "registration:username.send"],
  "legacy-email-taken": ["registration:username.confirm.title", "fields:emailConfirmation.alreadyExists"],
  "legacy-new-email": ["registration:username.ask.title", "legacyRegistration:newEmail.send"],
  "legacy-email-sent": ["legacyRegistration:emailSent.title"],
  "legacy-password": ["registration:create.title", "registration:create.username.help"],
  "legacy-password-driver": ["registration:create.title", "fields:phone.label"],
  "legacy-password-refused": ["registration:create.title", "fields:dob.wrong"],
  "legacy-profile": ["legacyRegistration:passwordValidation.title", "legacyRegistration:passwordValidation.join"],
  "legacy-profile-driver": ["legacyRegistration:passwordValidation.title", "fields:phone.label"],
  "legacy-profile-wrong": ["legacyRegistration:passwordValidation.title", "fields:loginPassword.wrong"],
  "legacy-profile-added": ["registration:confirmation.title.joined", "registration:confirmation.joined"],
  "legacy-welcome-back": ["registration:welcomeBack.title"],
  "link-account": ["legacyRegistration:password.title", "fields:dob.label"],
  "link-account-driver": ["legacyRegistration:password.title", "fields:phone.label"],
  "link-account-ready": ["registration:confirmation.title.any"],
  "link-new-email": ["registration:username.ask.title", "legacyRegistration:newEmail.send"],
  "link-email-sent": ["legacyRegistration:emailSent.title"],
  "link-password": ["legacyRegistration:passwordValidation.title", "fields:dob.label"],
  "link-password-driver": ["legacyRegistration:passwordValidation.title", "fields:phone.label"],
  "link-check-inbox": ["link:inbox.title"],
  home: ["home:greeting"],
  help: ["frame:help.title"],
  "legal-privacy": ["legal:privacy.title"],
  "legal-terms": ["legal:terms.title"],
  "legal-security": ["legal:security.title"],
  "legal-accessibility": ["legal:accessibility.title"],
  "not-found": ["common:notFound.title"],
};

/** Brands in turn, each in a place that speaks the language. */
const looks: Record<Language, readonly [brand: string, province: string][]> = {
  fr: [
    ["belair", "qc"],
    ["intact", "on"],
    ["scotia", "nb"],
  ],
  en: [
    ["servus", "ab"],
    ["bna", "qc"],
    ["intact", "yt"],
  ],
};

const brands = await testBrands();
let database: TestDatabase;
let server: SpawnedServer;

beforeAll(async () => {
  database = await testDatabase();
  server = await spawnServer({ environment: { DATABASE_URL: database.url } });
});
afterAll(async () => {
  await server?.end("SIGKILL");
  await database.close();
});

/** A screen as it is opened from the list. */
async function open(id: string, look: { brand: string; province: string; language: Language }) {
  const answer = await fetch(`${server.url}/demo/screens/${id}?${new URLSearchParams(look)}`, { redirect: "manual" });
  const html = await answer.text();
  return {
    answer,
    html,
    title: textOf(/<h1.*?<\/h1>/s.exec(html)?.[0]),
    main: textOf(/<main.*<\/main>/s.exec(html)?.[0]),
  };
}

const textOf = (html = "") =>
  html
    .replace(/<[^>]+>/g, "")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");

function wordsOf(id: ScreenId): [TextKey, TextKey?] {
  const screen = screens[id];
  if (screen.kind !== "roadblock") return words[id as OrdinaryScreenId];
  return [`roadblock:${screen.roadblock}.title`, `roadblock:${screen.roadblock}.next`];
}

/** The brand's sentence, with anything in the place of its facts; where it can name the end of a pause, it does. */
function spoken(key: TextKey, { brand, language }: { brand: string; language: Language }): RegExp {
  const [namespace] = key.split(":") as [Namespace];
  const texts = pageTexts([namespace], language, brands.byId(brand)?.overrides[language]);
  const parts = String(texts[`${key}.until`] ?? texts[key]).split(/\{\w+\}\.?/);
  return new RegExp(parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(".+"));
}

describe.each(languages)("in %s", (language) => {
  test.each(screenIds.map((id, index) => ({ id, index })))(
    "the screen $id is drawn in its state",
    async ({ id, index }) => {
      const [brand, province] = looks[language][index % looks[language].length] ?? ["", ""];
      const { answer, html, title, main } = await open(id, { brand, province, language });
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
      expect(html).toContain(`<html lang="${language}-CA">`);
      expect(html).toContain(`/brand/${brand}/tokens.css`);
      const [called, told] = wordsOf(id);
      expect(title).toMatch(spoken(called, { brand, language }));
      if (told !== undefined) expect(main).toMatch(spoken(told, { brand, language }));
      expect(main).not.toMatch(/undefined|\[object|\w+:\w+\.\w+|\{\w+\}/);
    },
  );
});

const look = { brand: "belair", province: "qc", language: "fr" } as const;

test("a login that was remembered has its address, and the one that failed too", async () => {
  for (const id of ["login-remembered", "login-error"])
    expect((await open(id, look)).html).toContain('value="maelle@courrier.example"');
});

test("a screen takes over in the browser at its own address, before any other script", async () => {
  const { answer, html } = await open("verify-code", look);
  const [first] = html.match(/<script[^>]*>.*?<\/script>/s) ?? [""];
  const nonce = /nonce="(.+?)"/.exec(first)?.[1];
  expect(answer.headers.get("content-security-policy")).toContain(`'nonce-${nonce}'`);
  expect(first).toContain('"/create-an-account/verify/code?brand=belair&province=qc&language=fr"');
});

test("A-149 what the address says of looks is never written as markup", async () => {
  const answer = await fetch(`${server.url}/demo/screens/help?language=${encodeURIComponent("</script><b>")}`);
  expect(await answer.text()).not.toContain("</script><b>");
});

test("a screen may hang on a page of ours, and on nobody else's", async () => {
  const { answer } = await open("login", look);
  expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
  expect((await fetch(`${server.url}/`)).headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
});

test("an unknown screen is a page that does not exist", async () => {
  for (const id of ["unknown", "toString", "__proto__"]) expect((await open(id, look)).answer.status).toBe(404);
});

test("A-197 production shows none", async () => {
  const secret = (letter: string) => `${letter}-4kQz81mWv7pRt0xNc5sYb2uHe9dGf3jL`;
  const secrets = ["TOKEN", "HASH", "LOOKUP", "COOKIE"].map((name) => [`${name}_SECRETS`, secret(name)]);
  const environment = { NODE_ENV: "production", DATABASE_URL: database.url, ...Object.fromEntries(secrets) };
  const production = await spawnServer({ environment });
  for (const id of ["screens.json", "screens/login", "screens/create"])
    expect((await fetch(`${production.url}/demo/${id}`)).status, id).toBe(404);
  await production.end("SIGKILL");
});
