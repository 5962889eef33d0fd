import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import type { FieldRules } from "../../../../form/form-values.ts";
import { identityFactRules } from "../../../../form/identity-fact.rule.ts";

/** The account's password is only required; the knowledge answer is validated. `today`: YYYY-MM-DD. */
export function passwordValidationRules({ fact, today }: { fact: IdentityFact | null; today: string }): FieldRules {
  return {
    loginPassword: (value) => (value === "" ? { key: "required" } : undefined),
    ...(fact === null ? {} : identityFactRules(fact, { today })),
  };
}
