import type { IdentityFact, IssuedLinkAction } from "@vestibule/catalogue/link.table.ts";
import type { PortalSession } from "../../../visit/visit.ts";

/** What the API waits for before a registration, or an entry, by the way of a message can go on. */
export interface OpenQuestion {
  /** Of the journey; opaque. */
  id: string;
  /** Of the question in it. */
  validationId: string;
  /** Masked; absent where none is known. */
  email: string | undefined;
  fact: IdentityFact;
  /** In the driving programme: leads to the account of the person who holds the policy. */
  isUbi: boolean;
}

/** The question that is open in this browser, where it is this one. */
export function openQuestion({ link }: PortalSession, action: IssuedLinkAction): OpenQuestion | undefined {
  if (link?.answer.action !== action) return undefined;
  const { id, email, twoFactorValidations, identityFact, ubiMatchPH } = link.answer;
  return {
    id,
    validationId: twoFactorValidations.find(({ method }) => method === action)?.id ?? id,
    email,
    fact: identityFact,
    isUbi: ubiMatchPH,
  };
}
