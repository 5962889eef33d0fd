import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import type { PolicyNumberPage } from "@vestibule/catalogue/policy-number-flow.table.ts";
import type { PortalSession } from "../../../portal-session.server.ts";
import type { PolicyNumberSlice } from "../session-slice.server.ts";

/** The page of each question that the API asks, for links and for registration by policy number. */
export const askingPages = {
  ASKPASSWORD: "PASSWORD_VALIDATION",
  ASKEMAIL: "ACCOUNT_EMAIL",
  ASKUSERNAME: "NEW_EMAIL",
  DEFPWD_REGISTER: "PASSWORD",
} as const satisfies Record<string, PolicyNumberPage>;
export type RequestedAction = keyof typeof askingPages;

/** What the API asks before a registration or a link over API v1 can continue. */
export interface OpenQuestion {
  flow: "link" | "policyNumberRegistration";
  /** Opaque id of the journey. */
  id: string;
  /** Id of the question in it. */
  validationId: string;
  /** Masked until its owner is verified; absent where none is known. */
  email: string | undefined;
  isWhole: boolean;
  firstName?: string | undefined;
  /** Asked beside a password; null where nothing is. */
  fact: IdentityFact | null;
  /** A driver of the usage-based programme, who signs in to the policyholder's account. */
  isUbi: boolean;
}

/** The question of the link in the portal session, if it asks this action. */
export function linkQuestion(link: PortalSession["link"], action: RequestedAction): OpenQuestion | undefined {
  if (link?.answer.action !== action) return undefined;
  const { id, email, twoFactorValidations, identityFact, ubiMatchPH } = link.answer;
  return {
    flow: "link",
    id,
    validationId: twoFactorValidations.find(({ method }) => method === action)?.id ?? id,
    email,
    isWhole: false,
    fact: identityFact,
    isUbi: ubiMatchPH,
  };
}

/** The question of a registration by policy number, once its page may be opened. */
export function registrationQuestion(
  { id, ubi, question, verified }: PolicyNumberSlice,
  action: RequestedAction,
): OpenQuestion {
  const common = { flow: "policyNumberRegistration", id, isUbi: ubi } as const;
  if (action === "DEFPWD_REGISTER") {
    const { email, firstName, identityFact = null } = verified ?? {};
    return { ...common, validationId: id, email, isWhole: true, firstName, fact: identityFact };
  }
  return {
    ...common,
    validationId: question?.id ?? id,
    email: question?.email,
    isWhole: action !== "ASKPASSWORD",
    fact: question?.identityFact ?? null,
  };
}

/** The page that asked for the e-mail to which a message was sent. */
export function pageThatAsked({ question }: Pick<PolicyNumberSlice, "question">): "ACCOUNT_EMAIL" | "NEW_EMAIL" {
  return question?.action === "ASKEMAIL" ? "ACCOUNT_EMAIL" : "NEW_EMAIL";
}
