import { type Language, languages } from "@vestibule/catalogue/province.table.ts";
import { screenIds } from "@vestibule/catalogue/screen.table.ts";
import { type Namespace, pageTexts, type TextKey } from "@vestibule/wording/tables.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testBrands } from "../../../test/book-file.ts";
import { type TestDatabase, testDatabase } from "../../../test/database.ts";
import { unclearToTheEar } from "./heard-page.ts";
import { wordsOf } from "./screen-words.rule.ts";
import { type SpawnedServer, spawnServer } from "./spawned-server.ts";

<<<<<<< HEAD
=======
/** What each screen is titled, and what else tells its state; a roadblock's words are its row's. */
const words: Record<OrdinaryScreenId, [TextKey, TextKey?]> = {
  login: ["login:title"],
  "login-error": ["login:title", "forms:login.error"],
  "login-wait": ["login:title", "login:wait"],
  "login-session-ended": ["login:title", "login:notice.sessionEnded.title"],
  "login-after-home": ["login:title", "login:notice.sessionEnded"],
  "login-remembered": ["login:title"],
  "login-password-changed": ["login:title", "login:notice.passwordChanged.title"],
  "login-link-forgotten": ["login:title", "login:notice.linkForgotten.title"],
  "login-temporary-ended": ["login:title", "login:notice.temporaryEnded.title"],
  "login-account-ready": ["login:title", "login:notice.accountReady.title"],
  "login-logged-out": ["login:title", "login:notice.signedOut.title"],
  forgot: ["recovery:forgot.title"],
  "forgot-wait": ["recovery:forgot.title", "recovery:wait"],
  "forgot-again": ["recovery:forgot.title", "recovery:forgot.ended.title"],
  verify: ["recovery:verify.title", "recovery:verify.lead"],
  "verify-sent-again": ["recovery:verify.title", "recovery:verify.sentAgain"],
  "verify-too-soon": ["recovery:verify.title", "recovery:verify.tooSoon"],
  "verify-wrong": ["recovery:verify.title", "forms:code.validation.wrong"],
  "verify-last-try": ["recovery:verify.title", "recovery:verify.lastTry.title"],
  "verify-ends-soon": ["recovery:verify.title", "forms:code.ending"],
  "verify-lost": ["recovery:verify.title", "recovery:verify.lead.plain"],
  reset: ["recovery:reset.title", "recovery:reset.lead.postalCode"],
  "reset-mobile": ["recovery:reset.title", "recovery:reset.lead.cellPhone"],
  "reset-temporary": ["recovery:reset.title", "recovery:reset.lead.temporary"],
  "reset-link": ["recovery:reset.title", "forms:password.containsEmail.help"],
  "reset-ends-soon": ["recovery:reset.title", "recovery:reset.endingSoon.code"],
  "reset-postal-code-wrong": ["recovery:reset.title", "fields:postalCode.wrong"],
  "reset-mobile-wrong": ["recovery:reset.title", "fields:phone.wrong"],
  "reset-password-refused": ["recovery:reset.title", "fields:password.common"],
  "reset-character-refused": ["recovery:reset.title", "fields:password.invalidCharacter.plain"],
  "reset-password-used": ["recovery:reset.title", "fields:password.reused"],
  "account-type": ["registration:accountType.title"],
  "email-identification": ["registration:identification.email.title"],
  "email-wait": ["registration:identification.email.title", "registrationError:TOO_MANY_REQUESTS"],
  "session-idle-soon": ["registration:identification.email.title", "registration:journey.endingSoon.idle"],
  "session-ends-soon": ["registration:identification.email.title", "registration:journey.endingSoon"],
  "policy-identification": ["registration:identification.policy.title"],
  "policy-after-email": [
    "registration:identification.policy.instead.title",
    "registration:identification.policy.instead",
  ],
  "policy-after-profiles": [
    "registration:identification.policy.instead.title",
    "registration:identification.policy.instead.alike",
  ],
  "policy-driver": ["registration:identification.policy.title", "registration:accountType.insuredDriver"],
  "policy-not-found": ["registration:identification.policy.title", "registrationError:POLICY_NUMBER_NOT_FOUND.title"],
  "policy-last-try": ["registration:identification.policy.title", "registrationError:lastTry"],
  "account-already-exists": [
    "registration:identification.policy.title",
    "registrationError:ACCOUNT_ALREADY_EXISTS.find",
  ],
  "licence-not-found": ["registration:identification.policy.title", "registrationError:DRIVE_LICENSE_NUMBER_NOT_FOUND"],
  "multiple-profiles": ["registration:identification.profiles.title"],
  "additional-driver-profile": ["registration:identification.driver.title"],
  "additional-driver-not-found": [
    "registration:identification.driver.title",
    "registrationError:DRIVE_LICENSE_NUMBER_NOT_FOUND",
  ],
  "verify-options": ["registration:options.title"],
  "verify-code": ["registration:code.title"],
  "verify-code-text": ["registration:code.title", "registration:code.lost.number"],
  "verify-code-chosen-address": ["registration:code.title.username", "registration:code.changeAddress"],
  "verify-code-sent-again": ["registration:code.title", "registration:code.sentAgain"],
  "verify-code-too-soon": ["registration:code.title", "registration:code.tooSoon"],
  "verify-code-province-set": ["registration:code.title", "registration:journey.provinceSet"],
  "verify-code-wrong": ["registration:code.title", "fields:securityCode.wrong"],
  "verify-pin": ["registration:code.title.pin"],
  "verify-pin-wrong": ["registration:code.title.pin", "fields:securityPin.wrong"],
  "confirm-username": ["registration:username.confirm.title"],
  "username-not-saved": ["registration:username.confirm.title", "registrationError:EMAIL_UPDATE_FAILED"],
  "ask-username": ["registration:username.ask.title"],
  "username-taken": ["registration:username.ask.title", "registrationError:EMAIL_ALREADY_EXISTS.title"],
  "username-taken-meanwhile": ["registration:username.ask.title", "registrationError:EMAIL_ALREADY_EXISTS.meanwhile"],
  create: ["registration:create.title"],
  "password-refused": ["registration:create.title", "fields:password.containsEmail.plain"],
  "password-common": ["registration:create.title", "fields:password.common"],
  "password-used": ["registration:create.title", "fields:password.reused"],
  "create-not-saved": ["registration:create.title", "registrationError:EMAIL_UPDATE_FAILED"],
  confirmation: ["registration:confirmation.title"],
  "confirmation-driver": ["registration:confirmation.title", "registration:confirmation.insuredDriver"],
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
  "legacy-wait": ["legacyRegistration:identification.title", "link:wait"],
  "legacy-ways": ["registration:options.title", "registration:options.number"],
  "legacy-one-way": ["registration:options.title"],
  "legacy-province-set": ["registration:options.title", "registration:journey.provinceSet"],
  "legacy-idle-soon": ["registration:options.title", "registration:journey.endingSoon.idle"],
  "legacy-ends-soon": ["registration:options.title", "registration:journey.endingSoon"],
  "legacy-code-text": ["registration:code.title", "registration:code.lost.number"],
  "legacy-code-text-wrong": ["registration:code.title", "fields:securityCode.wrong"],
  "legacy-code-text-again": ["registration:code.title", "legacyRegistration:code.left.1"],
  "legacy-code-text-too-soon": ["registration:code.title", "registration:code.tooSoon"],
  "legacy-code-text-last": ["registration:code.title", "legacyRegistration:code.left.0"],
  "legacy-code-email": ["registration:code.title", "registration:code.lost.address"],
  "legacy-code-programme": ["registration:code.title.username", "registration:code.changeAddress"],
  "legacy-pin": ["registration:code.title.pin"],
  "legacy-pin-wrong": ["registration:code.title.pin", "fields:securityPin.wrong"],
  "legacy-email": ["registration:username.confirm.title", "legacyRegistration:newEmail.send"],
  "legacy-email-programme": ["registration:username.ask.title", "registration:username.send"],
  "legacy-email-taken": ["registration:username.confirm.title", "fields:email.alreadyExists"],
  "legacy-new-email": ["registration:username.ask.title", "legacyRegistration:newEmail.send"],
  "legacy-new-email-taken": ["registration:username.ask.title", "fields:emailConfirmation.alreadyExists"],
  "legacy-email-sent": ["legacyRegistration:emailSent.title"],
  "legacy-email-sent-again": ["legacyRegistration:emailSent.title", "legacyRegistration:emailSent.sentAgain"],
  "legacy-email-sent-wait": ["legacyRegistration:emailSent.title", "link:wait"],
  "legacy-password": ["registration:create.title", "registration:create.username.help"],
  "legacy-password-driver": ["registration:create.title", "fields:phone.label"],
  "legacy-password-refused": ["registration:create.title", "fields:dob.wrong"],
  "legacy-password-number-wrong": ["registration:create.title", "fields:phone.wrong"],
  "legacy-password-used": ["registration:create.title", "fields:password.reused"],
  "legacy-password-wait": ["registration:create.title", "link:wait"],
  "legacy-password-not-saved": ["registration:create.title", "legacyRegistration:notSaved"],
  "legacy-profile": ["legacyRegistration:passwordValidation.title", "legacyRegistration:passwordValidation.join"],
  "legacy-profile-driver": ["legacyRegistration:passwordValidation.title", "fields:phone.label"],
  "legacy-profile-wrong": ["legacyRegistration:passwordValidation.title", "fields:loginPassword.wrong"],
  "legacy-profile-number-wrong": ["legacyRegistration:passwordValidation.title", "fields:phone.wrong"],
  "legacy-profile-added": ["registration:confirmation.title.joined", "registration:confirmation.joined"],
  "legacy-welcome-back": ["registration:welcomeBack.title"],
  "legacy-welcome-back-bare": ["registration:welcomeBack.lead", "registration:welcomeBack.login"],
  "link-account": ["legacyRegistration:password.title", "fields:dob.label"],
  "link-account-driver": ["legacyRegistration:password.title", "fields:phone.label"],
  "link-account-refused": ["legacyRegistration:password.title", "fields:dob.wrong"],
  "link-account-number-wrong": ["legacyRegistration:password.title", "fields:phone.wrong"],
  "link-account-not-saved": ["legacyRegistration:password.title", "legacyRegistration:notSaved"],
  "link-account-ends-soon": ["legacyRegistration:password.title", "link:ending.link"],
  "link-account-ready": ["registration:confirmation.title.any"],
  "link-new-email": ["registration:username.ask.title", "legacyRegistration:newEmail.send"],
  "link-new-email-taken": ["registration:username.ask.title", "fields:emailConfirmation.alreadyExists"],
  "link-email-sent": ["legacyRegistration:emailSent.title"],
  "link-email-sent-again": ["legacyRegistration:emailSent.title", "legacyRegistration:emailSent.sentAgain"],
  "link-email-sent-wait": ["legacyRegistration:emailSent.title", "link:wait"],
  "link-password": ["legacyRegistration:passwordValidation.title", "fields:dob.label"],
  "link-password-driver": ["legacyRegistration:passwordValidation.title", "fields:phone.label"],
  "link-password-wrong": ["legacyRegistration:passwordValidation.title", "fields:loginPassword.wrong"],
  "link-password-refused": ["legacyRegistration:passwordValidation.title", "fields:dob.wrong"],
  "link-password-wait": ["legacyRegistration:passwordValidation.title", "link:wait"],
  "link-check-inbox": ["link:inbox.title"],
  "link-check-inbox-again": ["link:inbox.title", "link:inbox.askedAgain"],
  "link-check-inbox-wait": ["link:inbox.title", "link:wait"],
  home: ["home:greeting"],
  "home-first-time": ["home:greeting"],
  "home-idle-soon": ["home:greeting", "home:ending"],
  "home-ends-soon": ["home:greeting", "home:ending.last"],
  help: ["frame:help.title"],
  "help-reference": ["frame:help.title", "frame:help.yourReference"],
  "legal-privacy": ["legal:privacy.title"],
  "legal-terms": ["legal:terms.title"],
  "legal-security": ["legal:security.title"],
  "legal-accessibility": ["legal:accessibility.title"],
  "not-found": ["common:notFound.title"],
  "agent-log-in": ["agent:signIn.title", "agent:signIn.lead"],
  "agent-refused": ["agent:signIn.title", "agent:signIn.refused.title"],
  "agent-session-ended": ["agent:signIn.title", "agent:signIn.ended"],
  "agent-ends-soon": ["agent:find.title", "agent:ending.last"],
  "agent-find": ["agent:find.title", "agent:find.lead"],
  "agent-misread": ["agent:find.title", "agent:find.misread"],
  "agent-unknown": ["agent:find.title", "agent:find.unknown"],
  "agent-elsewhere": ["agent:find.title", "agent:find.elsewhere"],
  "agent-away": ["agent:find.title", "agent:find.away"],
  "agent-case": ["agent:case.title", "agent:limit.wrongCodeIdentity"],
  "agent-case-clear": ["agent:case.title", "agent:acts.none"],
  "agent-lifted": ["agent:case.title", "agent:done.lift"],
  "agent-unlocked": ["agent:case.title", "agent:done.unlock"],
  "agent-link-sent": ["agent:case.title", "agent:done.link"],
  "agent-nothing-left": ["agent:case.title", "agent:done.nothing"],
  "agent-not-an-address": ["agent:case.title", "agent:refused.email"],
  "agent-address-taken": ["agent:case.title", "agent:refused.taken"],
  "agent-address-missing": ["agent:case.title", "agent:refused.missing"],
  "agent-unfit": ["agent:case.title", "agent:refused.other"],
};

>>>>>>> e9983f0 (Of a reference of another brand an agent is told which brand, and where its page for agents is)
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

/** Once for all that is asked of it. */
const opened = new Map<string, ReturnType<typeof drawnScreen>>();

function open(id: string, look: { brand: string; province: string; language: Language }) {
  const key = JSON.stringify([id, look]);
  const screen = opened.get(key) ?? drawnScreen(id, look);
  opened.set(key, screen);
  return screen;
}

/** A screen as it is opened from the list. */
async function drawnScreen(id: string, look: { brand: string; province: string; language: Language }) {
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

/** The brand's sentence, with anything in the place of its facts. */
function spoken(key: TextKey, { brand, language }: { brand: string; language: Language }): RegExp {
  const [namespace] = key.split(":") as [Namespace];
  const texts = pageTexts([namespace], language, brands.byId(brand)?.overrides[language]);
  const parts = String(texts[key]).split(/\{\w+\}\.?/);
  return new RegExp(parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(".+"));
}

function lookOf(language: Language, index: number) {
  const [brand, province] = looks[language][index % looks[language].length] ?? ["", ""];
  return { brand, province, language };
}

describe.each(languages)("in %s", (language) => {
  test.each(screenIds.map((id, index) => ({ id, index })))(
    "the screen $id is drawn in its state",
    async ({ id, index }) => {
      const { brand, ...place } = lookOf(language, index);
      const { answer, html, title, main } = await open(id, { brand, ...place });
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
      expect(html).toContain(`<html lang="${language}-CA">`);
      expect(html).toContain(`/brand/${brand}/tokens.css`);
      const [called, ...told] = wordsOf(id).map((key) => spoken(key, { brand, language }));
      expect(title).toMatch(called ?? "");
      for (const sentence of told) expect(main).toMatch(sentence);
      expect(main).not.toMatch(/undefined|\[object|\w+:\w+\.\w+|\{\w+\}/);
    },
  );

  test.each(screenIds.map((id, index) => ({ id, index })))(
    "the screen $id is clear to the ear",
    async ({ id, index }) => {
      const { html } = await open(id, lookOf(language, index));
      expect(unclearToTheEar(html)).toEqual([]);
    },
  );
});

const look = { brand: "belair", province: "qc", language: "fr" } as const;

test("a login that was remembered has its address, and the one that failed too", async () => {
  for (const id of ["login-remembered", "login-error"])
    expect((await open(id, look)).html).toContain('value="maelle@courrier.example"');
});

test.each(["username-not-saved", "create-not-saved", "legacy-password-not-saved", "link-account-not-saved"])(
  "%s tells over its page whom to call, with a reference and the code for the agent",
  async (id) => {
    const { html } = await open(id, look);
    const dialog = /<dialog[\s\S]*<\/dialog>/.exec(html)?.[0] ?? "";
    expect(dialog).toMatch(
      /href="tel:\+1[\s\S]*class="reference[^>]*>\d{3}\u00a0\d{3}\u00a0\d{3}<[\s\S]*R218 \(lnr500160\)/,
    );
  },
);

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
