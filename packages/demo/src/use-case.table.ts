import { idsOf } from "@vestibule/catalogue/ids-of.ts";
import type { IssuedLinkAction, LinkSource } from "@vestibule/catalogue/link.table.ts";

/** Where a visitor begins: a page of the portal, or a link that is mailed immediately. */
export type StartPoint =
  | { kind: "page"; at: "registration" | "login" | "forgot" | "application" }
  | { kind: "link"; action: IssuedLinkAction; source: LinkSource };

export const starts = {
  registration: { kind: "page", at: "registration" },
  login: { kind: "page", at: "login" },
  forgot: { kind: "page", at: "forgot" },
  application: { kind: "page", at: "application" },
  linkCreate: { kind: "link", action: "DEFPWD_REGISTER", source: "edoc" },
  linkUsername: { kind: "link", action: "ASKUSERNAME", source: "BA" },
  linkPassword: { kind: "link", action: "ASKPASSWORD", source: "app" },
  linkReset: { kind: "link", action: "RESETPWD_LOGIN", source: "crm3_reset" },
} as const satisfies Record<string, StartPoint>;

const { registration, login } = starts;

/**
 * What a person of the book lets a visitor try, and where it begins. The sentences are `demo:useCase.<id>.title` and
 * `.hint`.
 */
export const useCases = {
  severalChannels: registration,
  oneChannel: registration,
  severalPolicies: registration,
  policiesAlike: registration,
  notByEmail: registration,
  confirmEmail: registration,
  emailTaken: registration,
  sharedEmail: registration,
  licenceOnFile: registration,
  driverByEmail: registration,
  driverByPolicy: registration,
  bothRoles: registration,
  pinAlone: registration,
  nothingOnFile: registration,
  mobileElsewhere: registration,
  legacyRegistryPolicy: registration,
  ubi: registration,
  accountExists: login,
  secondRole: registration,
  temporaryPassword: login,
  lockedAccount: login,
  forgotByPostalCode: starts.forgot,
  forgotByMobile: starts.forgot,
  linkCreate: starts.linkCreate,
  linkUsername: starts.linkUsername,
  linkPassword: starts.linkPassword,
  linkReset: starts.linkReset,
} as const satisfies Record<string, StartPoint>;

export type UseCaseId = keyof typeof useCases;
export const useCaseIds = idsOf(useCases);
