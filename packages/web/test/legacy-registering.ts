import type { LegacyPage } from "@vestibule/catalogue/legacy-flow.table.ts";
import { legacyFlow } from "@vestibule/catalogue/legacy-flow.table.ts";
import type { RegistrationTestApi, TestPerson } from "../../../test/registration.ts";
import { codeSentTo } from "../../../test/registration.ts";
import * as welcomeBack from "../app/flows/registration/account/welcome-back.route.tsx";
import * as emailSent from "../app/flows/registration/policy-number/email-sent/email-sent.route.tsx";
import * as identification from "../app/flows/registration/policy-number/identification/identification.route.tsx";
import * as newEmail from "../app/flows/registration/policy-number/new-email/new-email.route.tsx";
import * as password from "../app/flows/registration/policy-number/password/password.route.tsx";
import * as passwordValidation from "../app/flows/registration/policy-number/password-validation/password-validation.route.tsx";
import * as code from "../app/flows/registration/policy-number/validation/code.route.tsx";
import * as validation from "../app/flows/registration/policy-number/validation/validation.route.tsx";
import type { PortalGuest } from "./portal.ts";
import { open, policyForm, post } from "./registering.ts";

export const legacyModules = {
  IDENTIFICATION: identification,
  VALIDATION: validation,
  VALIDATION_SMS: code,
  VALIDATION_EMAIL: code,
  VALIDATION_PIN: code,
  PASSWORD_VALIDATION: passwordValidation,
  ACCOUNT_EMAIL: newEmail,
  NEW_EMAIL: newEmail,
  EMAIL_SENT: emailSent as typeof emailSent & { action?: never },
  PASSWORD: password,
  WELCOME_BACK: welcomeBack,
} as const satisfies Record<LegacyPage, { loader: unknown }>;

type Form = Record<string, string>;
type PageWithForm = Exclude<LegacyPage, "EMAIL_SENT">;

export const openPage = (guest: PortalGuest, page: LegacyPage, query = "") =>
  open(guest, legacyModules[page], `${legacyFlow[page].path}${query}`);

export const postPage = (guest: PortalGuest, page: PageWithForm, form: Form) =>
  post(guest, legacyModules[page], legacyFlow[page].path, form);

/** The redirect to a page of the flow. */
export const leftFor = (page: LegacyPage) => ({ kind: "left", to: legacyFlow[page].path });

export const identify = (guest: PortalGuest, person: TestPerson, more: Form = {}) =>
  postPage(guest, "IDENTIFICATION", policyForm(person, more));

/** Selects a verification method on the chooser. */
export function choose(guest: PortalGuest, method: "SMS" | "EMAIL" | "PIN" | "NONE") {
  const way = guest.requestContext.session.legacy?.methods.find((one) => one.method === method);
  return postPage(guest, "VALIDATION", { codeOption: way?.id ?? "" });
}

/** Identifies the customer and opens the code page; returns the sent code. */
export async function atCode(
  testApi: RegistrationTestApi,
  { guest, person, by }: { guest: PortalGuest; person: TestPerson; by: "SMS" | "EMAIL" },
): Promise<string> {
  await identify(guest, person);
  await choose(guest, by);
  return codeSentTo(testApi, by === "SMS" ? person.cellPhone : person.email);
}
