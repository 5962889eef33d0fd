import { type PolicyNumberPage, policyNumberFlow } from "@vestibule/catalogue/policy-number-flow.table.ts";
import { codeSentTo, type RegistrationTestApi, type TestPerson } from "../../../test/registration.ts";
import * as welcomeBack from "../app/flows/registration/account/welcome-back.route.tsx";
import * as askPolicyholder from "../app/flows/registration/policy-number/ask-policyholder.route.tsx";
import * as code from "../app/flows/registration/policy-number/code.route.tsx";
import * as emailSent from "../app/flows/registration/policy-number/email-sent.route.tsx";
import * as identification from "../app/flows/registration/policy-number/identification.route.tsx";
import * as newEmail from "../app/flows/registration/policy-number/new-email.route.tsx";
import * as password from "../app/flows/registration/policy-number/password.route.tsx";
import * as passwordValidation from "../app/flows/registration/policy-number/password-validation.route.tsx";
import * as policyholderAsked from "../app/flows/registration/policy-number/policyholder-asked.route.tsx";
import * as validation from "../app/flows/registration/policy-number/validation.route.tsx";
import { policyNumberRegistrationSlice } from "../app/shared-slices/registration-slices.server.ts";
import { type PortalUser, redirected } from "./portal.ts";
import { newPassword, open, policyForm, post } from "./registering.ts";

export const policyNumberModules = {
  IDENTIFICATION: identification,
  VALIDATION: validation,
  VALIDATION_SMS: code,
  VALIDATION_EMAIL: code,
  VALIDATION_PIN: code,
  PASSWORD_VALIDATION: passwordValidation,
  ASK_POLICYHOLDER: askPolicyholder,
  POLICYHOLDER_ASKED: policyholderAsked as typeof policyholderAsked & { action?: never },
  ACCOUNT_EMAIL: newEmail,
  NEW_EMAIL: newEmail,
  EMAIL_SENT: emailSent as typeof emailSent & { action?: never },
  PASSWORD: password,
  WELCOME_BACK: welcomeBack,
} as const satisfies Record<PolicyNumberPage, { loader: unknown }>;

type Form = Record<string, string>;
type PageWithForm = Exclude<PolicyNumberPage, "EMAIL_SENT" | "POLICYHOLDER_ASKED">;

export const openPage = (user: PortalUser, page: PolicyNumberPage, query = "") =>
  open(user, policyNumberModules[page], `${policyNumberFlow[page].path}${query}`);

export const postPage = (user: PortalUser, page: PageWithForm, form: Form) =>
  post(user, policyNumberModules[page], policyNumberFlow[page].path, form);

/** The redirect to a page of the flow. */
export const redirectTo = (page: PolicyNumberPage) => redirected(policyNumberFlow[page].path);

export const identify = (user: PortalUser, person: TestPerson, more: Form = {}) =>
  postPage(user, "IDENTIFICATION", policyForm(person, more));

/** Answers of a person to the knowledge check. */
export function factsOf(person: TestPerson) {
  const { dobDay = "", dobMonth = "", dobYear = "", postalCode = "" } = policyForm(person);
  return { dobDay, dobMonth, dobYear, postalCode };
}

export const choosePassword = (user: PortalUser, person: TestPerson) =>
  postPage(user, "PASSWORD", { ...newPassword, ...factsOf(person) });

/** Selects a verification method on the chooser. */
export function choose(user: PortalUser, method: "SMS" | "EMAIL" | "PIN" | "NONE") {
  const option = user.requestContext.session
    .get(policyNumberRegistrationSlice)
    ?.methods.find((one) => one.method === method);
  return postPage(user, "VALIDATION", { codeOption: option?.id ?? "" });
}

/** Identifies the customer and opens the code page; returns the sent code. */
export async function atCode(
  testApi: RegistrationTestApi,
  { user, person, by }: { user: PortalUser; person: TestPerson; by: "SMS" | "EMAIL" },
): Promise<string> {
  await identify(user, person);
  await choose(user, by);
  return codeSentTo(testApi, by === "SMS" ? person.cellPhone : person.email);
}
