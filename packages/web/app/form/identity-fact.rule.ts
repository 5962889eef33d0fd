import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import type { FieldError } from "@vestibule/contract/fields/field-error.ts";
import { checkPostalCode } from "@vestibule/contract/fields/postal-code.rule.ts";
import { checkTelephone, normaliseTelephone } from "@vestibule/contract/fields/telephone.rule.ts";
import { checkDateParts } from "./date-parts.rule.ts";
import type { FieldRules, FormValues } from "./form-values.ts";

/** Rules of the knowledge check's fields. `today`: date in the province, YYYY-MM-DD. */
export function identityFactRules(fact: IdentityFact, on: { today: string; isPhoneOptional?: boolean }): FieldRules {
  const presence = on.isPhoneOptional ? "optional" : "required";
  switch (fact) {
    case "cellPhone":
      return { phone: (value) => checkTelephone(value, { presence }) };
    case "postalCode":
      return { postalCode: checkPostalCode };
    case "postalCodeAndDateOfBirth":
      return { dob: (value) => checkDateParts(value, on), postalCode: checkPostalCode };
  }
}

/** The answer to the knowledge check, under the names of API v1. */
export function identityFactBody(fact: IdentityFact, { phone = "", postalCode = "", dob = "" }: FormValues) {
  switch (fact) {
    case "cellPhone":
      return { cellPhone: normaliseTelephone(phone) };
    case "postalCode":
      return { postalCode };
    case "postalCodeAndDateOfBirth":
      return { postalCode, dateOfBirth: dob };
  }
}

/** Field errors for a wrong answer. Of two fields both are marked, so as not to reveal which one is wrong. */
export function wrongIdentityFact(fact: IdentityFact): Record<string, FieldError> {
  switch (fact) {
    case "cellPhone":
      return { phone: { key: "wrong" } };
    case "postalCode":
      return { postalCode: { key: "wrong" } };
    case "postalCodeAndDateOfBirth":
      return { dob: { key: "wrong" }, postalCode: { key: "doubtful" } };
  }
}
