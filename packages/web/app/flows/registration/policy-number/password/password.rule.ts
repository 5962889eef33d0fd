import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import type { PasswordPolicy } from "@vestibule/contract/fields/password.rule.ts";
import type { FieldRules } from "../../../../form/form-values.ts";
import { identityFactRules } from "../../../../form/identity-fact.rule.ts";
import { createRules } from "../../account/create.rule.ts";

/** Rules for the knowledge answer, the new password and the terms. `today`: YYYY-MM-DD. */
export function firstPasswordRules(facts: {
  /** Null where the answer is known already. */
  fact: IdentityFact | null;
  policy: PasswordPolicy;
  today: string;
  /** Absent where the page knows only the masked e-mail; the API then checks the password against it. */
  knownEmail?: string | undefined;
}): FieldRules {
  const { fact, policy, today, knownEmail } = facts;
  const context = knownEmail === undefined ? { policy } : { policy, email: knownEmail };
  return { ...(fact !== null && identityFactRules(fact, { today })), ...createRules(context) };
}
