import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import type { PolicyNumberPage } from "@vestibule/catalogue/policy-number-flow.table.ts";
import type { PortalSession } from "../../../portal-session.server.ts";
import type { PolicyNumberSlice } from "../session-slice.server.ts";

/** The page that asks each question of the API, for links and for registration by policy number. */
export const pageOfQuestion = {
  ASKPASSWORD: "PASSWORD_VALIDATION",
  ASKEMAIL: "ACCOUNT_EMAIL",
  ASKUSERNAME: "NEW_EMAIL",
  DEFPWD_REGISTER: "PASSWORD",
} as const satisfies Record<string, PolicyNumberPage>;
export type RequestedAction = keyof typeof pageOfQuestion;

/** What API v1 asks for before a registration or a link can continue. */
export interface OpenQuestion {
  flow: "link" | "policyNumberRegistration";
  /** Opaque id of the registration or of the link. */
  id: string;
  /** Id of the question. */
  validationId: string;
  /** Undefined if none is known. */
  email: string | undefined;
  /** Whether `email` is unmasked, because its owner is verified. */
  isUnmasked: boolean;
  firstName?: string | undefined;
  /** Knowledge check that is asked beside a password; null without one. */
  fact: IdentityFact | null;
  /** A driver of the usage-based programme, who signs in to the policyholder's account. */
  isUbi: boolean;
}

/** The question of the link in the session; undefined if the link is for another action. */
export function linkQuestion(link: PortalSession["link"], action: RequestedAction): OpenQuestion | undefined {
  if (link?.answer.action !== action) return undefined;
  const { id, email, twoFactorValidations, identityFact, ubiMatchPH } = link.answer;
  return {
    flow: "link",
    id,
    validationId: twoFactorValidations.find(({ method }) => method === action)?.id ?? id,
    email,
    isUnmasked: false,
    fact: identityFact,
    isUbi: ubiMatchPH,
  };
}

/** The question of a registration by policy number whose page may be opened. */
export function registrationQuestion(
  { id, ubi, question, verified }: PolicyNumberSlice,
  action: RequestedAction,
): OpenQuestion {
  const common = { flow: "policyNumberRegistration", id, isUbi: ubi } as const;
  if (action === "DEFPWD_REGISTER") {
    const { email, firstName, identityFact = null } = verified ?? {};
    return { ...common, validationId: id, email, isUnmasked: true, firstName, fact: identityFact };
  }
  return {
    ...common,
    validationId: question?.id ?? id,
    email: question?.email,
    isUnmasked: action !== "ASKPASSWORD",
    fact: question?.identityFact ?? null,
  };
}

/** The page that asked for the new account's e-mail. */
export function pageThatAsked({ question }: Pick<PolicyNumberSlice, "question">): "ACCOUNT_EMAIL" | "NEW_EMAIL" {
  return question?.action === "ASKEMAIL" ? "ACCOUNT_EMAIL" : "NEW_EMAIL";
}
