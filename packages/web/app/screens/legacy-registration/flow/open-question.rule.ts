import type { LegacyPage } from "@vestibule/catalogue/legacy-flow.table.ts";
import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import type { LegacyMemory, LinkMemory } from "../../../visit/request-context.ts";

/** What is asked by the way of a link, and where somebody stands who registers by policy number. */
export const askingPages = {
  ASKPASSWORD: "PASSWORD_VALIDATION",
  ASKEMAIL: "ACCOUNT_EMAIL",
  ASKUSERNAME: "NEW_EMAIL",
  DEFPWD_REGISTER: "PASSWORD",
} as const satisfies Record<string, LegacyPage>;
export type AskedAction = keyof typeof askingPages;

/** What the API waits for before a registration, or an entry, over API v1 can go on. */
export interface OpenQuestion {
  road: "link" | "policyNumber";
  /** Of the journey; opaque. */
  id: string;
  /** Of the question in it. */
  validationId: string;
  /** Masked, unless its owner has proven whose it is; absent where none is known. */
  email: string | undefined;
  isWhole: boolean;
  firstName?: string | undefined;
  /** What is asked beside a password; null where nothing is. */
  fact: IdentityFact | null;
  /** In the driving programme: leads to the account of the person who holds the policy. */
  isUbi: boolean;
}

/** The question of the link that brought this browser here, where it is this one. */
export function linkQuestion(link: LinkMemory | undefined, action: AskedAction): OpenQuestion | undefined {
  if (link?.answer.action !== action) return undefined;
  const { id, email, twoFactorValidations, identityFact, ubiMatchPH } = link.answer;
  return {
    road: "link",
    id,
    validationId: twoFactorValidations.find(({ method }) => method === action)?.id ?? id,
    email,
    isWhole: false,
    fact: identityFact,
    isUbi: ubiMatchPH,
  };
}

/** The question of a registration by policy number, once its page may be opened. */
export function registrationQuestion({ id, ubi, question, proven }: LegacyMemory, action: AskedAction): OpenQuestion {
  const common = { road: "policyNumber", id, isUbi: ubi } as const;
  if (action === "DEFPWD_REGISTER") {
    const { email, firstName, identityFact = null } = proven ?? {};
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

/** The page that asked for the address that a message went to. */
export function pageThatAsked({ question }: Pick<LegacyMemory, "question">): "ACCOUNT_EMAIL" | "NEW_EMAIL" {
  return question?.action === "ASKEMAIL" ? "ACCOUNT_EMAIL" : "NEW_EMAIL";
}
