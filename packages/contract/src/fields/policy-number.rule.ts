import type { ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { BrandData } from "../brand/brand.schema.ts";
import type { FieldFault } from "./field-fault.ts";
import { settledText } from "./text.rule.ts";

/** Without dashes, spaces and case. */
export function normalisePolicyNumber(value: string): string {
  return settledText(value).replace(/[\s-]/g, "").toUpperCase();
}

/** Letters and digits, exactly as many as the brand's numbers have in this province. */
export function checkPolicyNumber(value: string, length: number): FieldFault | undefined {
  const number = normalisePolicyNumber(value);
  if (number === "") return { key: "required" };
  if (!/^[A-Z0-9]+$/.test(number)) return { key: "format", facts: { length } };
  return number.length === length ? undefined : { key: "length", facts: { length } };
}

/** As it is printed: XXX-XXXX for seven characters, in one piece for nine. */
export function formatPolicyNumber(value: string): string {
  const number = normalisePolicyNumber(value);
  return number.length === 7 ? `${number.slice(0, 3)}-${number.slice(3)}` : number;
}

/** Characters of a policy number of the brand in a province, dash not counted. */
export function policyNumberLength(brand: Pick<BrandData, "policyNumberLength">, province: ProvinceId): number {
  return brand.policyNumberLength.provinces[province] ?? brand.policyNumberLength.default;
}

/** The last two characters: •••••67. */
export function maskPolicyNumber(number: string): string {
  return `•••••${number.slice(-2)}`;
}
