import { type LicenceProvince, type ProvinceId, provinceIds, provinces } from "@vestibule/catalogue/province.table.ts";
import { checkDateOfBirth, dateInZone } from "@vestibule/contract/fields/date-of-birth.rule.ts";
import type { FieldError } from "@vestibule/contract/fields/field-error.ts";
import { checkLicence } from "@vestibule/contract/fields/licence.rule.ts";
import { checkPostalCode } from "@vestibule/contract/fields/postal-code.rule.ts";
import { normaliseNumber } from "@vestibule/contract/fields/text.rule.ts";
import type { LicenceDetails } from "./policy-match.rule.ts";

/** Errors of a date of birth and a postal code; the current date is that of the province. */
export function birthAndPostalErrors(
  { province, now }: { province: ProvinceId; now: Date },
  facts: { dateOfBirth: string; postalCode: string },
): Record<string, FieldError | undefined> {
  const today = dateInZone(now, provinces[province].timeZone);
  return {
    dateOfBirth: checkDateOfBirth(facts.dateOfBirth, { today }),
    postalCode: checkPostalCode(facts.postalCode),
  };
}

interface TypedLicence {
  driverLicense?: string | undefined;
  driverLicenseProvince?: string | undefined;
}

/** Errors of a licence and its province; a number without a province cannot be validated. */
export function licenceErrors(
  typed: TypedLicence,
  rule: { presence: "required" | "optional" },
): Record<string, FieldError | undefined> {
  const number = typed.driverLicense ?? "";
  if (rule.presence === "optional" && normaliseNumber(number) === "") return {};
  const province = licenceProvince(typed.driverLicenseProvince);
  if (province === undefined)
    return {
      driverLicense: normaliseNumber(number) === "" ? { key: "required" } : undefined,
      driverLicenseProvince: { key: typed.driverLicenseProvince ? "format" : "required" },
    };
  return { driverLicense: checkLicence(number, province, rule) };
}

/** A licence normalised for comparison; undefined when none was given. */
export function readLicenceDetails(typed: TypedLicence): LicenceDetails | undefined {
  const number = normaliseNumber(typed.driverLicense ?? "");
  const province = licenceProvince(typed.driverLicenseProvince);
  return number === "" || province === undefined ? undefined : { number, province };
}

function licenceProvince(typed: string | undefined): LicenceProvince | undefined {
  return ([...provinceIds, "other"] as const).find((id) => id === typed?.toLowerCase());
}
