import type { PasswordPolicy } from "@vestibule/contract/fields/password.rule.ts";
import type { FieldRules } from "../../../form/form-values.ts";
import { identityFactRules } from "../../../form/identity-fact.rule.ts";
import { newPasswordRules } from "../../../form/new-password.rule.ts";

export interface ResetFacts {
  fact: "postalCode" | "cellPhone" | null;
  policy: PasswordPolicy;
  /** Unmasked, where it is known here. */
  email: string | undefined;
}

export function resetRules({ fact, policy, email }: ResetFacts): FieldRules {
  return {
    // These facts have no date, so `today` is not used.
    ...(fact === null ? {} : identityFactRules(fact, { today: "" })),
    ...newPasswordRules({ policy, ...(email !== undefined && { email }) }),
  };
}
