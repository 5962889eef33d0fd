import { resolve } from "node:path";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { printFaults } from "../brands/brand-fault.ts";
import { type BrandSources, loadBrands } from "../brands/brand-loader.adapter.ts";
import type { Settings } from "../settings/settings.rule.ts";
import { StartRefusal } from "./start-refusal.ts";

/** The folder of the brands that come with the product. */
export const builtInBrands = resolve(import.meta.dirname, "../../../../brands");

export function brandSources(settings: Settings): BrandSources {
  const { brandsDir, defaultBrand, mode, apiKeys } = settings;
  const directories = brandsDir === undefined ? [builtInBrands] : [builtInBrands, resolve(brandsDir)];
  return { directories, defaultBrand, mode, apiKeys };
}

/** All brands, or no start. */
export async function openBrands(settings: Settings): Promise<BrandBook> {
  const loaded = await loadBrands(brandSources(settings));
  if (loaded.kind === "faulty") throw new StartRefusal(printFaults(loaded.faults).split("\n"));
  return loaded.book;
}
