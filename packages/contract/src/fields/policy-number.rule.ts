import { idsOf } from "@vestibule/catalogue/ids-of.ts";
import type { ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { BrandData } from "../brand/brand.schema.ts";
import type { FieldError } from "./field-error.ts";
import { normaliseNumber } from "./text.rule.ts";

/** Letters and digits only, and one of the lengths. The error names the length where there is one. */
export function checkPolicyNumber(value: string, lengths: readonly number[]): FieldError | undefined {
  const number = normaliseNumber(value);
  if (number === "") return { key: "required" };
  const [length] = lengths;
  const facts = lengths.length === 1 && length !== undefined ? { facts: { length } } : {};
  if (!/^[A-Z0-9]+$/.test(number)) return { key: "format", ...facts };
  return lengths.includes(number.length) ? undefined : { key: "length", ...facts };
}

/** Print format: XXX-XXXX for seven characters, unbroken for nine. */
export function formatPolicyNumber(value: string): string {
  const number = normaliseNumber(value);
  return number.length === 7 ? `${number.slice(0, 3)}-${number.slice(3)}` : number;
}

type PolicyNumberBrand = Pick<BrandData, "policyNumberLength" | "provinces">;

/** Shortest first. All are accepted, because the chosen province may differ from the policy's. */
export function policyNumberLengths(brand: PolicyNumberBrand): number[] {
  const served = idsOf(brand.provinces);
  const lengths = new Set(served.map((province) => policyNumberLength(brand, province)));
  return [...lengths].sort((left, right) => left - right);
}

/** Length of the brand's policy numbers in a province, without the dash. */
export function policyNumberLength(brand: Pick<BrandData, "policyNumberLength">, province: ProvinceId): number {
  return brand.policyNumberLength.provinces[province] ?? brand.policyNumberLength.default;
}

/** Shows the last two characters: •••••67. */
export function maskPolicyNumber(number: string): string {
  return `•••••${number.slice(-2)}`;
}
