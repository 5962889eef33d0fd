import type { ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { Brand, BrandBook } from "@vestibule/contract/brand/brand.schema.ts";

/** One company of the book: whose brand it is, and how long its policy numbers may be. */
export interface CompanyEntry {
  company: string;
  brand: Brand;
  policyNumberLengths: ReadonlySet<number>;
}

/** Companies by their code, in lower case; a brand's alias stands for its first company. */
export type CompanyBook = ReadonlyMap<string, CompanyEntry>;

export function companyBook(brands: Pick<BrandBook, "brands">): CompanyBook {
  const book = new Map<string, CompanyEntry>();
  for (const brand of brands.brands) {
    const policyNumberLengths = new Set(
      (Object.keys(brand.provinces) as ProvinceId[]).map(
        (province) => brand.policyNumberLength.provinces[province] ?? brand.policyNumberLength.default,
      ),
    );
    for (const company of brand.companies) book.set(company.toLowerCase(), { company, brand, policyNumberLengths });
    for (const alias of brand.aliases)
      if (!book.has(alias.toLowerCase()))
        book.set(alias.toLowerCase(), { company: brand.companies[0] ?? brand.id, brand, policyNumberLengths });
  }
  return book;
}
