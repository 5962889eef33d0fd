import { accountErrors } from "@vestibule/catalogue/account-error.table.ts";
import { type LegacyPage, legacyFlow } from "@vestibule/catalogue/legacy-flow.table.ts";
import { lifetimes } from "@vestibule/catalogue/lifetime.table.ts";
import type { LegacyState, ScreenState } from "@vestibule/catalogue/screen.table.ts";
import { maskEmail } from "@vestibule/contract/fields/email.rule.ts";
import type { PolicyFindAnswer } from "@vestibule/contract/v1/legacy-registration.schema.ts";
import type { RegistrationValidation } from "@vestibule/contract/v1/link.schema.ts";
import { nobody } from "./nobody.table.ts";
import { policyFormOf } from "./policy-form.rule.ts";
import type { Stage, StagePlace } from "./stage.ts";

type Session = Stage["visit"]["session"];
type Legacy = NonNullable<Session["legacy"]>;
type Screen = Extract<ScreenState, { kind: "legacy" }>;

/** A registration of nobody's by policy number at the page; where a form was refused, with the form and the answer to it. */
export function legacyStage({ page, state }: Screen, place: StagePlace): Stage {
  const legacy: Legacy = { ...begun(place), page, ...groundOf(page, state, place) };
  const mailedLink = { place: { registrationId: id, validationId: id }, email: nobody.email };
  const isFirst = page === "IDENTIFICATION";
  return {
    path: legacyFlow[page].path,
    visit: {
      session: {
        ...(isFirst ? { legacyStart: startOf(state, place) } : { legacy }),
        ...(page === "EMAIL_SENT" && { mailedLink }),
      },
    },
    ...refusalOf({ page, state }, place),
  };
}

const id = nobody.sessionId;
const masked = maskEmail(nobody.email);

function begun({ now }: StagePlace): Omit<Legacy, "page"> {
  const endsAt = new Date(now.getTime() + (lifetimes.registrationAbsoluteMinutes - 2) * 60_000).toISOString();
  return { id, ubi: false, hasAccount: false, endsAt, stepAt: now.toISOString(), ways: [] };
}

function startOf(state: LegacyState | undefined, place: StagePlace): NonNullable<Session["legacyStart"]> {
  const { policyNumber = "", postalCode = "" } = policyFormOf(place);
  if (state === "programme") return { ubi: true };
  return state === "elsewhere" ? { notFoundElsewhere: true, policyNumber, postalCode } : {};
}

const ways: Legacy["ways"] = [
  { id: "1", method: "EMAIL", maskedValue: masked },
  { id: "2", method: "SMS", maskedValue: "•••-•••-••42" },
  { id: "3", method: "PIN" },
];

/** What must be known for the page to open. */
function groundOf(page: LegacyPage, state: LegacyState | undefined, { now, brand }: StagePlace): Partial<Legacy> {
  const ubi = state === "programme" || state === "driver";
  const sent = {
    sentAt: now.toISOString(),
    resendFrom: new Date(now.getTime() + lifetimes.resendWaitSeconds * 1000).toISOString(),
    resendsLeft: state === "sentAgain" ? 1 : 3,
  };
  const cellPhone = { identityFact: "cellPhone" } as const;
  switch (page) {
    case "VALIDATION":
      return { ways: brand.features.noneOption ? [...ways, { id: "4", method: "NONE" }] : ways };
    case "VALIDATION_SMS": {
      const chosen = { id: "2", method: "SMS", to: "•••-•••-••42", ...sent } as const;
      return { ways, chosen, ...(state === "sentAgain" && { said: "codeSentAgain" }) };
    }
    case "VALIDATION_EMAIL":
      return ubi
        ? { ubi, chosen: { id: "1", method: "EMAIL", to: nobody.email, isTyped: true, ...sent } }
        : { ways, chosen: { id: "1", method: "EMAIL", to: masked, ...sent } };
    case "VALIDATION_PIN":
      return { ways, chosen: { id: "3", method: "PIN", to: "" } };
    case "ACCOUNT_EMAIL":
      return { ubi, question: { id, action: "ASKEMAIL", ...(!ubi && { email: nobody.email }) } };
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
      return { welcomed: { email: nobody.email, firstName: nobody.firstName } };
    case "IDENTIFICATION":
      return {};
  }
}

/** The form that the page sent, and what API v1 answered. */
function refusalOf({ page, state }: Omit<Screen, "kind">, place: StagePlace): Pick<Stage, "form" | "answer"> {
  const refused = (error: keyof typeof accountErrors, more: object = {}) => {
    const { status, errorCode } = accountErrors[error];
    return { status, body: { errorCode, message: "staged", ...more } };
  };
  const told = (answer: Partial<RegistrationValidation>) => ({
    status: 240,
    body: { error: true, id, twoFactorValidations: [], ...answer } satisfies RegistrationValidation,
  });
  const found: PolicyFindAnswer = { id, twoFactorValidations: [...ways], ubiMatchPH: false, ubi: false };
  const { email, password, birth, postalCode } = nobody;
  switch (state) {
    case "notFound":
      return { form: policyFormOf(place), answer: refused("notFound", { triesLeft: 2 }) };
    case "lastTry":
      return { form: policyFormOf(place), answer: refused("notFound", { triesLeft: 1 }) };
    case "known":
      return { form: policyFormOf(place), answer: { status: 200, body: found } };
    case "taken":
      return { form: { email, emailConfirmation: email }, answer: told({ action: "ASKEMAIL" }) };
    case "refused": {
      const born = { dobDay: birth.day, dobMonth: birth.month, dobYear: birth.year };
      const form = { ...born, postalCode, password, passwordConfirmation: password, terms: "yes" };
      return { form, answer: refused("wrongIdentityFact") };
    }
    case "wrong":
      if (page === "PASSWORD_VALIDATION") return { form: { loginPassword: password }, answer: refused("wrongSecret") };
      return {
        form: page === "VALIDATION_PIN" ? { securityPin: nobody.pin } : { securityCode: nobody.code },
        answer: told({}),
      };
    default:
      return {};
  }
}
