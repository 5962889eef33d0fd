import { expect, test } from "vitest";
import { production, settingsOf } from "../settings/test/test-settings.ts";
import { brandSources, builtInBrands } from "./open-brands.ts";

const { BRANDS: _all, ...withoutBrands } = production;

test.each([
  ["demo mode", {}, { directories: [builtInBrands], only: undefined }],
  ["demo mode that names brands", { BRANDS: "bna" }, { directories: [builtInBrands], only: ["bna"] }],
  ["production", withoutBrands, { directories: [builtInBrands], only: [] }],
  ["production with a default brand", { ...withoutBrands, DEFAULT_BRAND: "bna" }, { only: ["bna"] }],
  [
    "production with a folder",
    { ...withoutBrands, BRANDS_DIR: "/brands", DEFAULT_BRAND: "acme" },
    { directories: ["/brands"], only: undefined, defaultBrand: "acme" },
  ],
  [
    "production that names a sample",
    { ...withoutBrands, BRANDS: "scotia, acme", BRANDS_DIR: "/brands" },
    { directories: [builtInBrands, "/brands"], only: ["scotia", "acme"] },
  ],
])("%s reads the brands that exist there", (_mode, environment: Record<string, string>, sources) => {
  expect(brandSources(settingsOf(environment))).toMatchObject(sources);
});
