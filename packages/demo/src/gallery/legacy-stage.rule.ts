import { type LegacyPage, legacyFlow } from "@vestibule/catalogue/legacy-flow.table.ts";
import type { LegacyState, ScreenState } from "@vestibule/catalogue/screen-state.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { joinDate } from "@vestibule/contract/fields/date-of-birth.rule.ts";
import { maskEmail } from "@vestibule/contract/fields/email.rule.ts";
import type { RegistrationValidation } from "@vestibule/contract/v1/link.schema.ts";
import { retryAt } from "./again-at.rule.ts";
import { filledForm } from "./filled-form.rule.ts";
import { nobody } from "./nobody.table.ts";
import { refusedAnswer } from "./refused-answer.rule.ts";
import type { Stage, StagePlace } from "./stage.ts";

type Session = Stage["visit"]["session"];
type Legacy = NonNullable<Session["legacy"]>;
type Screen = Extract<ScreenState, { kind: "legacy" }>;

/** Fixture of a registration by policy number; where a form is refused, with the form and its response. */
export function legacyStage(screen: Screen, place: StagePlace): Stage {
  const { page, state } = screen;
  const isFirst = page === "IDENTIFICATION";
  const legacy: Legacy = { ...begun(state, place), page, ...groundOf(page, state, place) };
  const answer = state === undefined ? undefined : answerOf(page, state);
  return {
    path: legacyFlow[page].path,
    visit: {
      session: {
        ...((!isFirst || state === "known") && { legacy }),
        ...((isFirst || state === "handover") && { legacyStart: startOf(screen, place) }),
        ...(page === "EMAIL_SENT" && { mailedLink: mailedLinkOf(state, place) }),
      },
    },
    ...(answer !== undefined && { form: filledForm(screen, place), answer }),
  };
}

const id = nobody.sessionId;
const masked = maskEmail(nobody.email);

function begun(state: LegacyState | undefined, { now }: StagePlace): Omit<Legacy, "page"> {
  const minutesLeft = state === "endsSoon" ? 1 : ttl.registrationAbsoluteMinutes - 2;
  const endsAt = new Date(now.getTime() + minutesLeft * 60_000).toISOString();
  const said = state === undefined ? undefined : saidIn[state];
  const idleMinutes = state === "idleSoon" ? ttl.registrationIdleMinutes - 1 : 0;
  const stepAt = new Date(now.getTime() - idleMinutes * 60_000).toISOString();
  const journey = { id, ubi: false, hasAccount: state === "known", endsAt, stepAt, ways: [] };
  return { ...journey, ...(said !== undefined && { said }) };
}

const saidIn: Partial<Record<LegacyState, NonNullable<Legacy["said"]>>> = {
  sentAgain: "codeSentAgain",
  tooSoon: "codeTooSoon",
  letterAsked: "letterAsked",
  provinceSet: "provinceSet",
};

function mailedLinkOf(state: LegacyState | undefined, place: StagePlace): NonNullable<Session["mailedLink"]> {
  const mailed = { place: { registrationId: id, validationId: id }, email: nobody.email };
  if (state === "sentAgain") return { ...mailed, said: "sentAgain" };
  return state === "mailWait" ? { ...mailed, said: { retryAt: retryAt(place) } } : mailed;
}

function startOf(screen: Screen, place: StagePlace): NonNullable<Session["legacyStart"]> {
  if (screen.state === "programme") return { ubi: true };
  if (screen.state === "finding") return { seeksAccount: true };
  if (screen.state === "elsewhere") return { handedOver: {} };
  if (screen.state !== "handover" && screen.state !== "known") return {};
  const values = filledForm({ kind: "legacy", page: "IDENTIFICATION" }, place) ?? {};
  const { dobYear = "", dobMonth = "", dobDay = "" } = values;
  const until = new Date(place.now.getTime() + ttl.registrationIdleMinutes * 60_000).toISOString();
  return {
    ...(screen.state === "handover" && { handedOver: { email: nobody.email } }),
    typedPolicy: { values: { ...values, dob: joinDate({ year: dobYear, month: dobMonth, day: dobDay }) }, until },
  };
}

const ways: Legacy["ways"] = [
  { id: "1", method: "EMAIL", maskedValue: masked },
  { id: "2", method: "SMS", maskedValue: nobody.maskedPhone },
  { id: "3", method: "PIN" },
];

/** Session that the page requires. */
function groundOf(page: LegacyPage, state: LegacyState | undefined, { now, brand }: StagePlace): Partial<Legacy> {
  const ubi = state === "programme" || state === "driver" || state === "numberWrong";
  const sent = {
    sentAt: now.toISOString(),
    resendAvailableAt: new Date(now.getTime() + ttl.resendWaitSeconds * 1000).toISOString(),
    resendsLeft: state === "sentAgain" ? 1 : state === "lastCode" ? 0 : 3,
  };
  const isOnFile = !ubi && state !== "handover";
  const cellPhone = { identityFact: "cellPhone" } as const;
  switch (page) {
    case "VALIDATION": {
      const open = state === "oneWay" ? ways.slice(0, 1) : ways;
      return { ways: brand.features.noneOption ? [...open, { id: "4", method: "NONE" }] : open };
    }
    case "VALIDATION_SMS":
      return { ways, chosen: { id: "2", method: "SMS", to: nobody.maskedPhone, ...sent } };
    case "VALIDATION_EMAIL":
      return ubi
        ? { ubi, chosen: { id: "1", method: "EMAIL", to: nobody.email, isTyped: true, ...sent } }
        : { ways, chosen: { id: "1", method: "EMAIL", to: masked, ...sent } };
    case "VALIDATION_PIN":
      return { ways, chosen: { id: "3", method: "PIN", to: "" } };
    case "ACCOUNT_EMAIL":
      return { ubi, question: { id, action: "ASKEMAIL", ...(isOnFile && { email: nobody.email }) } };
    case "NEW_EMAIL":
      return { question: { id, action: "ASKUSERNAME" } };
    case "EMAIL_SENT":
      return { question: { id, action: "ASKEMAIL" } };
    case "PASSWORD_VALIDATION":
      return { ubi, question: { id, action: "ASKPASSWORD", email: masked, ...(ubi && cellPhone) } };
    case "PASSWORD": {
      const { email, firstName } = nobody;
      return { ubi, proven: { email, firstName, identityFact: ubi ? "cellPhone" : "postalCodeAndDateOfBirth" } };
    }
    case "WELCOME_BACK":
      return { welcomed: state === "withoutAddress" ? {} : { email: nobody.email, firstName: nobody.firstName } };
    case "IDENTIFICATION":
      return {};
  }
}

/** Response of API v1 to the page's form; undefined where no form was sent. */
function answerOf(page: LegacyPage, state: LegacyState): Stage["answer"] {
  const told = (answer: Partial<RegistrationValidation>) => ({
    status: 240,
    body: { error: true, id, twoFactorValidations: [], ...answer } satisfies RegistrationValidation,
  });
  switch (state) {
    case "notFound":
      return refusedAnswer("notFound", { triesLeft: 2 });
    case "lastTry":
      if (page === "VALIDATION_SMS") return told({ triesLeft: 1 });
      return refusedAnswer(page === "PASSWORD" ? "wrongIdentityFact" : "notFound", { triesLeft: 1 });
    case "taken":
      return told({ action: page === "ACCOUNT_EMAIL" ? "ASKEMAIL" : "ASKUSERNAME" });
    case "wait":
      return refusedAnswer("tooManyRequests");
    case "refused":
    case "numberWrong":
      return refusedAnswer("wrongIdentityFact");
    case "reused":
      return refusedAnswer("passwordReused");
    case "notSaved":
      return refusedAnswer("clientUpdateFailed");
    case "wrong":
      return page === "PASSWORD_VALIDATION" ? refusedAnswer("wrongSecret") : told({});
    default:
      return undefined;
  }
}
