import type { BrandFiles } from "@vestibule/contract/internal/brand-version.endpoint.ts";

/** The folders of brands, from which versions begin and by whose rules they are checked. */
export interface BrandFilesPort {
  /** Files of the brand's folder; undefined for an unknown brand. */
  readFolder(brandId: string): Promise<BrandFiles | undefined>;
  /** Reasons by file and place, as in `brand.json telephone.customer.default`; empty for files that can be published. */
  check(brandId: string, files: BrandFiles): Promise<Record<string, string>>;
}
