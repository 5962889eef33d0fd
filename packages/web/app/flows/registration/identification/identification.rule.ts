import type { LicenceProvince, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import { checkEmail } from "@vestibule/contract/fields/email.rule.ts";
import type { FieldError } from "@vestibule/contract/fields/field-error.ts";
import { checkLicence } from "@vestibule/contract/fields/licence.rule.ts";
import { checkName } from "@vestibule/contract/fields/person-name.rule.ts";
import { checkPolicyNumber } from "@vestibule/contract/fields/policy-number.rule.ts";
import { checkPostalCode } from "@vestibule/contract/fields/postal-code.rule.ts";
import { normaliseNumber } from "@vestibule/contract/fields/text.rule.ts";
import { checkDateParts } from "../../../form/date-parts.rule.ts";
import type { FieldRules, FormValues } from "../../../form/form-values.ts";

/** What the rules of the identification pages depend on. */
export interface IdentificationFacts {
  policyNumber: PolicyNumberFacts;
  /** Today in the province, YYYY-MM-DD. */
  today: string;
  /** Null where the page does not ask for a licence. */
  licence: LicenceFacts | null;
  /** Absent: the licence is optional. */
  licencePresence?: "required";
}

export interface PolicyNumberFacts {
  lengths: readonly number[];
  /** The lengths by province, in words: "7 characters in Quebec, 9 elsewhere". */
  lengthsText: string;
  /** Help text: where the number is printed, and how long it is. */
  help: string;
  /** A number with the length that is used in the chosen province. */
  example: string;
}

export interface LicenceFacts {
  provinces: readonly LicenceProvince[];
  /** Masks by province: 9 a digit, A a letter, * either, _ a letter or an underscore. */
  masks: Readonly<Record<string, string>>;
  province: ProvinceId;
}

export const emailRules: FieldRules = { email: checkEmail };

export const profileRules: FieldRules = {
  profileOption: (value) => (value === "" ? { key: "required" } : undefined),
};

export const licenceFields: readonly string[] = ["driverLicenseProvince", "driverLicense"];

export function policyRules(facts: IdentificationFacts): FieldRules {
  return {
    policyNumber: (value) => checkNumberLength(value, facts.policyNumber),
    firstName: checkName,
    lastName: checkName,
    dob: (value) => checkDateParts(value, facts),
    postalCode: checkPostalCode,
    ...licenceRules(facts),
  };
}

export function driverRules(facts: IdentificationFacts): FieldRules {
  return {
    ...licenceRules(facts),
    dob: (value) => checkDateParts(value, facts),
    postalCode: checkPostalCode,
  };
}

/** If the brand's numbers have several lengths, the error says which length belongs to which province. */
function checkNumberLength(value: string, { lengths, lengthsText }: PolicyNumberFacts): FieldError | undefined {
  const error = checkPolicyNumber(value, lengths);
  return error?.key === "length" && lengths.length > 1
    ? { key: "lengthByProvince", facts: { lengths: lengthsText } }
    : error;
}

function licenceRules({ licence, licencePresence }: IdentificationFacts): FieldRules {
  if (licence === null) return {};
  const presence = licencePresence ?? "optional";
  const provinceOf = ({ driverLicenseProvince }: FormValues) =>
    licence.provinces.find((province) => province === driverLicenseProvince);
  return {
    driverLicenseProvince: (_value, values) =>
      provinceOf(values) === undefined &&
      (presence === "required" || normaliseNumber(values.driverLicense ?? "") !== "")
        ? { key: "required" }
        : undefined,
    driverLicense: (value, values) => checkLicence(value, provinceOf(values) ?? "other", { presence }),
  };
}
