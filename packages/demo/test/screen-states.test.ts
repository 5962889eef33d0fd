import { type AccountErrorRow, accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { registrationErrors } from "@vestibule/catalogue/registration-error.table.ts";
import { responses } from "@vestibule/catalogue/response.table.ts";
import { invalidForms } from "@vestibule/vestibule/screens/invalid-form-screens.rule.ts";
import type { PlainScreenId } from "@vestibule/vestibule/screens/screen-area.rule.ts";
import { type ScreenId, screenIds, screens } from "@vestibule/vestibule/screens/screens.rule.ts";
import { pageTexts } from "@vestibule/wording/tables.ts";
import { expect, test } from "vitest";
import { testBrands } from "../../../test/book-file.ts";
import type { FindNotice } from "../../web/app/flows/agent/agent-view.ts";
import { portalSlices, type SessionContents } from "../../web/app/portal-slices.server.ts";
import type { SessionReissuedLink } from "../../web/app/shared-slices/link-slices.server.ts";
import type { SessionRecovery } from "../../web/app/shared-slices/recovery-slices.server.ts";
import type {
  SessionMailedLink,
  SessionPolicyNumberRegistration,
  SessionRegistration,
} from "../../web/app/shared-slices/registration-slices.server.ts";
import type { AgentRefusal, SessionAgent } from "../../web/app/staff/session-slice.server.ts";
import type { SignInNotice } from "../../web/app/staff/sign-in-view.ts";

const [brand] = (await testBrands()).brands;
if (brand === undefined) throw new Error("no brand");
const { province, language } = brand.defaults;
const context = { brand, province, language, now: new Date() };

const errorsShown = new Set<string>(Object.values(invalidForms).flatMap(({ errors }) => errors));

/** Errors that the server finds, and the screen that shows them. */
const shownByServer: Readonly<Record<string, PlainScreenId>> = {
  "emailConfirmation.alreadyExists": "policy-number-email-taken",
  "loginPassword.wrong": "policy-number-profile-wrong",
  "password.reused": "password-used",
  "password.common": "password-common",
  "dob.wrong": "policy-number-password-refused",
  "postalCode.wrong": "reset-postal-code-wrong",
  "postalCode.doubtful": "policy-number-password-refused",
  "phone.wrong": "reset-mobile-wrong",
  "securityCode.wrong": "verify-code-wrong",
  "securityCode.wrongApp": "account-new-authenticator-wrong",
  "securityCode.clockAhead": "account-new-authenticator-ahead",
  "securityCode.clockBehind": "account-new-authenticator-behind",
  "recoveryCode.wrong": "account-proof-recovery-wrong",
  "securityPin.wrong": "verify-pin-wrong",
};
/** Sentences that no screen of the gallery shows, and why. */
const neverShown: Readonly<Record<string, string>> = {
  "email.format": "the key of an API of an earlier version; email.email has the same sentence",
  "email.alreadyExists": "a notice names the e-mail and asks whether it is shared",
  "policyNumber.lengthByProvince": "replaces policyNumber.length where a brand's numbers have several lengths",
  "password.invalidCharacter.hidden": "password.invalidCharacter where the character cannot be seen",
  "dob.date": "the sentence of a single field; the forms have one for each part",
  "dob.day": "the forms show dob.year, which each part has a sentence like",
  "dob.month": "the forms show dob.year, which each part has a sentence like",
  "dob.dayMonth": "the forms show dob.dayYear, which each two parts have a sentence like",
  "dob.monthYear": "the forms show dob.dayYear, which each two parts have a sentence like",
  "dob.dayMonthYear": "the forms show dob.dayYear, which each two parts have a sentence like",
  "province.required": "a province is always chosen",
};
const sentences = Object.keys(pageTexts(["fields"], "en"))
  .map((key) => key.replace("fields:", ""))
  .filter((key) => !/\.(label|help|plain|first)$/.test(key));

test.each(sentences)("the error %s is shown on a screen, or a reason is given", (error) => {
  expect(errorsShown.has(error) || error in shownByServer || error in neverShown).toBe(true);
});

test("every shown error has a sentence, and no reason is given for one that is shown", () => {
  const known = [...errorsShown, ...Object.keys(shownByServer), ...Object.keys(neverShown)];
  expect(known.filter((error) => !sentences.includes(error))).toEqual([]);
  expect([...errorsShown].filter((error) => error in shownByServer || error in neverShown)).toEqual([]);
});

/** Screens with a form, without the variants of another screen. */
const forms = new Map(
  screenIds.flatMap((id) => {
    const { path, fields, form } = screens[id](context);
    return fields !== undefined && form === undefined ? [[path, id]] : [];
  }),
);

test.each([...forms])("%s has a screen of its empty form", (path) => {
  const empty = Object.values(invalidForms).filter(({ errors }) =>
    errors.every((error) => error.endsWith(".required")),
  );
  expect(empty.map(({ on }) => screens[on](context).path)).toContain(path);
});

const shownErrors = Object.entries(registrationErrors).filter(([code, { handling }]) => {
  const isOfItsFields = code === "INVALID_REQUEST";
  return ["field", "alert", "dialog", "wait"].includes(handling.kind) && !isOfItsFields;
});

test.each(shownErrors)("the registration error %s is shown on a screen", (code) => {
  const shown = Object.values(screens).map((screen) => screen(context).recorded?.error);
  const onOwnPage = [screens["account-already-exists"](context).recorded && "ACCOUNT_ALREADY_EXISTS"];
  expect([...shown, ...onOwnPage]).toContain(code);
});

/** Errors of API v1 that a page receives but does not show, and why. */
const heardAlone: Readonly<Record<string, string>> = {
  tooManyIdentityFacts: "leads to a roadblock",
  proofRequired: "leads to the page of the proof",
  settling: "leads to the first page of the account",
  alreadyDone: "leads on to the end of the registration",
  linkRefused: "leads to a roadblock, or is shown to an agent",
  tooLarge: "no page sends as much",
  otherMediaType: "no page sends another",
  invalidRequest: "leads to a roadblock",
};
const leavesPage = ({ status, errorCode }: AccountErrorRow) => {
  const row = responses.find(
    (one) => one.status === status && [undefined, errorCode].includes(one.errorCode) && !one.call,
  );
  return row === undefined || row.handling.kind === "roadblock" || row.handling.kind === "twoFactor";
};
const staying = Object.entries(accountErrors).filter(([, row]) => !leavesPage(row));
const answered = Object.values(screens).flatMap((screen) => {
  const { response, calls = {} } = screen(context);
  return [response, ...Object.values(calls)];
});

test.each(staying)(
  "the error %s of API v1 is shown on a screen, or a reason is given",
  (name, { status, errorCode }) => {
    const isShown = answered.some(
      (response) =>
        response?.status === status && "errorCode" in response.body && response.body.errorCode === errorCode,
    );
    expect(isShown || name in heardAlone).toBe(true);
  },
);

test("every slice in the session of a screen matches its schema", () => {
  const invalid = screenIds.flatMap((id) =>
    Object.entries(screens[id](context).preview.session)
      .filter(([slice, value]) => !portalSlices.find(({ name }) => name === slice)?.schema.safeParse(value).success)
      .map(([slice]) => `${id}: ${slice}`),
  );
  expect(invalid).toEqual([]);
});

type Flash<Slice extends { flash?: unknown }> = Extract<Slice["flash"], string>;

/** Flash messages and notices, and the screen that shows each; a new one fails the type check here. */
const shownOnce = {
  login: {
    loginError: "login-error",
    passkeyRefused: "login-passkey-refused",
    passkeyUnknown: "login-passkey-unknown",
    passkeyOff: "login-passkey-off",
    sessionEnded: "login-session-ended",
    signInEnded: "login-after-home",
    accountReady: "login-account-ready",
    signedOut: "login-logged-out",
    passwordChanged: "login-password-changed",
    accountClosed: "login-account-closed",
    temporaryEnded: "login-temporary-ended",
    linkForgotten: "login-link-forgotten",
    secondFactorExpired: "login-second-factor-expired",
    secondFactorWrong: "login-second-factor-wrong",
    secondFactorDenied: "login-second-factor-denied",
    secondFactorEnded: "login-second-factor-ended",
  } satisfies Record<NonNullable<SessionContents["notice"]>, ScreenId>,
  recovery: {
    sentAgain: "verify-sent-again",
    tooSoon: "verify-too-soon",
    wait: "verify-too-often",
    ended: "forgot-again",
  } satisfies Record<Flash<SessionRecovery>, ScreenId>,
  secondFactor: {
    sentAgain: "two-factor-sent-again",
    tooSoon: "two-factor-too-soon",
    wait: "two-factor-wait",
    full: "two-factor-full",
  } satisfies Record<Flash<NonNullable<SessionContents["secondFactor"]>>, ScreenId>,
  registration: {
    codeSentAgain: "verify-code-sent-again",
    codeTooSoon: "verify-code-too-soon",
    letterAsked: "verify-pin-letter-asked",
    emailTaken: "username-taken-concurrently",
    provinceSet: "verify-code-province-set",
  } satisfies Record<Flash<SessionRegistration>, ScreenId>,
  policyNumberRegistration: {
    codeSentAgain: "policy-number-code-text-again",
    codeTooSoon: "policy-number-code-text-too-soon",
    letterAsked: "policy-number-pin-letter-asked",
    provinceSet: "policy-number-province-set",
  } satisfies Record<Flash<SessionPolicyNumberRegistration>, ScreenId>,
  mailedLink: { sentAgain: "link-email-sent-again" } satisfies Record<Flash<SessionMailedLink>, ScreenId>,
  reissuedLink: { askedAgain: "link-check-inbox-again" } satisfies Record<Flash<SessionReissuedLink>, ScreenId>,
  accountDone: {
    session: "account-session-ended",
    others: "account-sessions-ended",
    browser: "account-browser-forgotten",
    browsers: "account-browsers-forgotten",
    nothing: "account-session-gone",
  } satisfies Record<NonNullable<SessionContents["accountDone"]>["what"], ScreenId>,
  applicationEnded: {
    ended: "account-application-ended",
    nothing: "account-application-gone",
  } satisfies Record<NonNullable<SessionContents["applicationEnded"]>, ScreenId>,
  agentSignIn: {
    ended: "agent-session-ended",
    unavailable: "agent-sign-in-unavailable",
    limited: "agent-open-id-limited",
    denied: "agent-open-id-denied",
    noRole: "agent-open-id-no-role",
    unfitId: "agent-open-id-unfit",
  } satisfies Record<SignInNotice, ScreenId>,
  agentFind: {
    misread: "agent-misread",
    unknown: "agent-unknown",
    elsewhere: "agent-elsewhere",
    limited: "agent-limited",
    unavailable: "agent-unavailable",
  } satisfies Record<FindNotice, ScreenId>,
  agentDone: {
    lift: "agent-lifted",
    unlock: "agent-unlocked",
    unfreeze: "agent-unfrozen",
    keep: "agent-change-kept",
    putBack: "agent-change-put-back",
    link: "agent-link-sent",
    request: "agent-link-requested",
    waive: "agent-waiver-requested",
    approve: "agent-request-approved",
    refuse: "agent-request-refused",
    nothing: "agent-nothing-left",
  } satisfies Record<Extract<SessionAgent["flash"], { kind: "done" }>["what"], ScreenId>,
  agentRefused: {
    email: "agent-invalid-email",
    taken: "agent-email-taken",
    missing: "agent-email-missing",
    ownRequest: "agent-request-own",
    notOpen: "agent-request-ended",
    alreadyRequested: "agent-request-already",
    limited: "agent-requests-limited",
    other: "agent-unfit",
  } satisfies Record<AgentRefusal, ScreenId>,
};

test.each(Object.entries(shownOnce))("each flash message (%s) has a screen that shows it", (_of, words) => {
  for (const [word, id] of Object.entries(words)) {
    const { preview, query, agentSession } = screens[id](context);
    const isAsked =
      ["misread", "unknown", "elsewhere", "limited", "unavailable", "ended"].includes(word) &&
      (query !== undefined || agentSession !== undefined);
    expect(isAsked || JSON.stringify(preview.session).includes(`"${word}"`), id).toBe(true);
  }
});
