import type { LicenceProvince } from "@vestibule/catalogue/province.table.ts";
import type { FieldError } from "./field-error.ts";
import { normaliseNumber, normaliseText, plainDigits } from "./text.rule.ts";

/** Formats of a licence number without dashes and spaces, by province; others: up to 30 letters and digits. */
const shapes: Readonly<Partial<Record<LicenceProvince, RegExp>>> = {
  qc: /^[A-Z]\d{12}$/,
  on: /^[A-Z]\d{14}$/,
  ab: /^([A-Z0-9]{2}\d{7}|\d{6})$/,
  bc: /^\d{7}$/,
  ns: /^[A-Z][A-Z_]{4}\d{9}$/,
};

/** Maximum length, dashes included. */
function licenceInputLength(province: LicenceProvince): number {
  return province === "other" ? 30 : 25;
}

export function checkLicence(
  value: string,
  province: LicenceProvince,
  rule: { presence: "required" | "optional" },
): FieldError | undefined {
  const number = normaliseNumber(value);
  if (number === "") return rule.presence === "required" ? { key: "required" } : undefined;
  if (normaliseText(plainDigits(value)).length > licenceInputLength(province))
    return { key: "maxlength", facts: { limit: licenceInputLength(province) } };
  const shape = shapes[province] ?? /^[A-Z0-9]{1,30}$/;
  return shape.test(number) ? undefined : { key: "mask" };
}
