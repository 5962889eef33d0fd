import type { Brand, BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { policyNumberLengths as lengthsOf } from "@vestibule/contract/fields/policy-number.rule.ts";

/** One company in the import: its brand and the allowed lengths of its policy numbers. */
export interface CompanyEntry {
  company: string;
  brand: Brand;
  policyNumberLengths: readonly number[];
}

/** Companies by lower-case code; a brand's alias maps to its first company. */
export type CompanyBook = ReadonlyMap<string, CompanyEntry>;

export function companyBook(brands: Pick<BrandBook, "brands">): CompanyBook {
  const book = new Map<string, CompanyEntry>();
  for (const brand of brands.brands) {
    const policyNumberLengths = lengthsOf(brand);
    for (const company of brand.companies) book.set(company.toLowerCase(), { company, brand, policyNumberLengths });
    for (const alias of brand.aliases)
      if (!book.has(alias.toLowerCase()))
        book.set(alias.toLowerCase(), { company: brand.companies[0] ?? brand.id, brand, policyNumberLengths });
  }
  return book;
}
