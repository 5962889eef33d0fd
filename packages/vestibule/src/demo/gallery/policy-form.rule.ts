import { formatPolicyNumber, policyNumberLength } from "@vestibule/contract/fields/policy-number.rule.ts";
import { nobody } from "./nobody.table.ts";
import type { StagePlace } from "./stage.ts";

/** What nobody would type to be found by their policy, without a fault. */
export function policyFormOf({ brand, province }: Pick<StagePlace, "brand" | "province">): Record<string, string> {
  return {
    policyNumber: formatPolicyNumber(nobody.policyNumber.slice(0, policyNumberLength(brand, province))),
    firstName: nobody.firstName,
    lastName: nobody.lastName,
    dobDay: nobody.birth.day,
    dobMonth: nobody.birth.month,
    dobYear: nobody.birth.year,
    postalCode: nobody.postalCode,
  };
}
