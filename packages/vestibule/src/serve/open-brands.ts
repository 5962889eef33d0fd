import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { missingRegistries, ownRegistry } from "@vestibule/api/accounts/registry-adapters.rule.ts";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { printFaults } from "@vestibule/contract/brand/brand-fault.ts";
import type { OperatorText } from "@vestibule/wording/operator-text.rule.ts";
import { type BrandSources, loadBrands } from "../brands/brand-loader.adapter.ts";
import type { Settings } from "../settings/settings.rule.ts";
import { StartupError } from "./startup-error.ts";

export const builtInBrands = dirname(fileURLToPath(import.meta.resolve("@vestibule/brands/package.json")));

function installedRegistries({ userRegistries }: Settings): string[] {
  return [ownRegistry, ...Object.keys(userRegistries)];
}

/** Directories of brands, the samples first. */
export function brandDirectories({ brandsDir }: Pick<Settings, "brandsDir">): string[] {
  return brandsDir === undefined ? [builtInBrands] : [builtInBrands, resolve(brandsDir)];
}

/** In production a sample brand exists only where BRANDS, or DEFAULT_BRAND without a BRANDS_DIR, names it. */
export function brandSources(settings: Settings): BrandSources {
  const { brandsDir, oidcClientsDir, defaultBrand, mode, apiKeys, gatewayOrigins, secondFactor } = settings;
  const hasNoFolder = mode === "production" && brandsDir === undefined;
  const only = settings.brands ?? (hasNoFolder ? [defaultBrand ?? []].flat() : undefined);
  const isWithoutSamples = mode === "production" && only === undefined;
  const directories = brandDirectories(settings).slice(isWithoutSamples ? 1 : 0);
  return {
    directories,
    only,
    onlyFrom: settings.brands === undefined ? "DEFAULT_BRAND" : "BRANDS",
    clientsDirectory: oidcClientsDir && resolve(oidcClientsDir),
    defaultBrand,
    mode,
    apiKeys,
    gatewayOrigins,
    registries: installedRegistries(settings),
    secondFactor,
  };
}

/** Reports user registries of the brands that the settings do not name, and those of several brands. */
export function checkRegistries(settings: Settings, { brands }: Pick<BrandBook, "brands">): OperatorText[] {
  return missingRegistries({ brands, adapters: installedRegistries(settings) });
}

/** Loads all brands, or throws StartupError. */
export async function openBrands(settings: Settings): Promise<BrandBook> {
  const loaded = await loadBrands(brandSources(settings));
  if (loaded.kind === "invalid") throw new StartupError(printFaults(loaded.faults).split("\n"));
  const missing = checkRegistries(settings, loaded.book);
  if (missing.length > 0) throw new StartupError(missing);
  return loaded.book;
}
