import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { SecondFactorTime } from "@vestibule/catalogue/second-factor.table.ts";
import type { Brand, BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import type { BrandFault } from "@vestibule/contract/brand/brand-fault.ts";
import { z } from "zod";
import { apiKeyOf, brandBook, namesOf } from "./brand-book.ts";
import { readBrandFolder } from "./brand-folder.adapter.ts";
import { readJson } from "./json-file.rule.ts";
import { readTextFile } from "./text-file.adapter.ts";

export interface BrandSources {
  /** A folder in a later directory replaces the folder of the same name in an earlier one. */
  directories: readonly string[];
  /** Restricts the last directory to these folders. */
  folders?: readonly string[];
  /** Ids or aliases of the brands that exist; absent: all of the directories. */
  only?: readonly string[] | undefined;
  /** The setting that names them; BRANDS unless given. */
  onlyFrom?: "BRANDS" | "DEFAULT_BRAND";
  /** Id or alias of the brand for hosts that no brand lists; absent: the first brand. */
  defaultBrand?: string | undefined;
  mode: "demo" | "production";
  /** Public client ids that the environment sets, by brand id. */
  apiKeys?: Readonly<Record<string, string>>;
  /** Origins of outside gateways that the environment sets, by brand id. */
  gatewayOrigins?: Readonly<Record<string, string>>;
  /** When every brand asks for a second proof, instead of what its folder says. */
  secondFactor?: SecondFactorTime | undefined;
  /** Names of the account registries installed for brands with an external gateway. */
  registries?: readonly string[];
  /** Directory with a folder of applications for each brand, in addition to those in the brand folders. */
  clientsDirectory?: string | undefined;
  /** Published versions that are in the place of folders, by brand id. */
  versions?: Readonly<Record<string, number>>;
}

export type LoadedBrands =
  | { kind: "loaded"; book: BrandBook }
  | { kind: "invalid"; faults: BrandFault[]; validBrands: readonly Brand[] };

/** Returns all faults: the server never starts with only some of its brands. */
export async function loadBrands(sources: BrandSources): Promise<LoadedBrands> {
  const {
    defaultBrand,
    mode,
    apiKeys = {},
    gatewayOrigins = {},
    registries = [],
    clientsDirectory,
    secondFactor,
    versions = {},
  } = sources;
  const { locations, faults } = await locateBrands(sources);
  const brands: Brand[] = [];
  for (const [folder, directory] of locations) {
    const moreClients = clientsDirectory && join(clientsDirectory, folder);
    const read = await readBrandFolder({
      directory,
      folder,
      mode,
      registries,
      gatewayOrigin: ownValue(gatewayOrigins, folder),
      moreClients,
    });
    if (read.kind === "invalid") faults.push(...read.faults);
    else
      brands.push({
        ...read.brand,
        ...(Object.hasOwn(apiKeys, folder) && { apiKey: apiKeys[folder] }),
        ...(Object.hasOwn(versions, folder) && { version: versions[folder] }),
        ...(secondFactor && { secondFactor: { ...read.brand.secondFactor, when: secondFactor } }),
      });
  }
  if (clientsDirectory !== undefined)
    faults.push(...(await checkClientFolders(clientsDirectory, [...locations.keys()])));
  const fileOf = (brand: Brand) => join(locations.get(brand.id) ?? "", brand.id, "brand.json");
  const collisionFaults = findCollisions(brands, fileOf);
  faults.push(...collisionFaults);

  for (const [setting, byBrand] of Object.entries({ API_KEYS: apiKeys, GATEWAY_ORIGINS: gatewayOrigins }))
    for (const id of Object.keys(byBrand).filter((key) => !locations.has(key)))
      faults.push({
        file: setting,
        location: "",
        reason: `no brand has the id ${id}`,
        code: "brandUnknown",
        values: { id },
      });
  const defaultEntry =
    defaultBrand === undefined ? brands[0] : brands.find((brand) => namesOf(brand).includes(defaultBrand));
  const isReported = faults.some(({ file }) => file === "DEFAULT_BRAND");
  if (defaultBrand !== undefined && !defaultEntry && !locations.has(defaultBrand) && !isReported)
    faults.push({
      file: "DEFAULT_BRAND",
      location: "",
      reason: `no brand has the id or alias ${defaultBrand}; there are ${[...locations.keys()].join(", ")}`,
      code: "brandUnknown",
      values: { id: defaultBrand },
    });
  if (!defaultEntry || faults.length > 0)
    return {
      kind: "invalid",
      faults,
      validBrands: brands.filter((brand) => !collisionFaults.some(({ file }) => file === fileOf(brand))),
    };
  return { kind: "loaded", book: brandBook({ brands, defaultBrand: defaultEntry, mode }) };
}

/** The value of a brand; a brand may have the name of a property that every object has. */
const ownValue = <Value>(byBrand: Readonly<Record<string, Value>>, id: string): Value | undefined =>
  Object.hasOwn(byBrand, id) ? byBrand[id] : undefined;

/** Finds the directory of each brand folder. Of folders with the same name, the last one counts. */
export async function locateBrands({
  directories,
  folders,
  only,
  onlyFrom = "BRANDS",
}: Pick<BrandSources, "directories" | "folders" | "only" | "onlyFrom">) {
  const faults: BrandFault[] = [];
  const locations = new Map<string, string>();
  for (const [index, directory] of directories.entries()) {
    const isLast = index === directories.length - 1;
    for (const folder of await foldersOf(directory, faults))
      if (!folders || !isLast || folders.includes(folder)) locations.set(folder, directory);
  }
  if (only === undefined) return { locations, faults };
  if (only.length === 0)
    faults.push({
      file: "BRANDS_DIR",
      location: "",
      reason: "is missing: production has the brands of this folder, and of the sample brands those that BRANDS names",
      code: "noBrandsFolder",
    });
  const aliases = only.every((id) => locations.has(id)) ? new Map() : await aliasesOf(locations);
  const ids = only.map((id) => (locations.has(id) ? id : (aliases.get(id) ?? id)));
  const names = onlyFrom === "BRANDS" ? "id" : "id or alias";
  for (const id of ids.filter((id) => !locations.has(id)))
    faults.push({
      file: onlyFrom,
      location: "",
      reason: `no brand has the ${names} ${id}; there are ${[...locations.keys()].join(", ")}`,
      code: "brandUnknown",
      values: { id },
    });
  return { locations: new Map([...locations].filter(([id]) => ids.includes(id))), faults };
}

const withAliases = z.object({ aliases: z.array(z.string()).default([]) });

/** The brands by their aliases. */
async function aliasesOf(locations: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const aliases = new Map<string, string>();
  for (const [id, directory] of locations) {
    const text = await readTextFile(join(directory, id, "brand.json")).catch(() => "");
    const read = readJson(withAliases, text);
    if (read.kind === "read") for (const alias of read.data.aliases) aliases.set(alias, id);
  }
  return aliases;
}

async function foldersOf(directory: string, faults: BrandFault[]): Promise<string[]> {
  const names = await readdir(directory).catch(() => undefined);
  if (names === undefined) {
    faults.push({ file: directory, location: "", reason: "is not a readable directory", code: "unreadable" });
    return [];
  }
  const folders: string[] = [];
  for (const name of names.sort()) if (isBrandName(name) && (await isFolder(join(directory, name)))) folders.push(name);
  if (folders.length === 0)
    faults.push({ file: directory, location: "", reason: "has no folder of a brand", code: "noBrandFolder" });
  return folders;
}

/** ext4 keeps lost+found at the root of a volume. */
const isBrandName = (name: string) => !name.startsWith(".") && name !== "lost+found";

/** Follows symbolic links, which Kubernetes uses in volumes. */
function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** A folder that is not a brand's would be ignored, with its applications. */
async function checkClientFolders(directory: string, ids: readonly string[]): Promise<BrandFault[]> {
  const names = await readdir(directory).catch(() => undefined);
  if (names === undefined)
    return [{ file: directory, location: "", reason: "is not a readable directory", code: "unreadable" }];
  return names
    .filter((name) => !name.startsWith(".") && !ids.includes(name))
    .map((name) => ({
      file: join(directory, name),
      location: "",
      reason: `is not a brand; there are ${ids.join(", ")}`,
      code: "brandUnknown" as const,
      values: { id: name },
    }));
}

/** Checks names, hosts and client ids that must be unique to one brand. */
function findCollisions(brands: readonly Brand[], fileOf: (brand: Brand) => string): BrandFault[] {
  const faults: BrandFault[] = [];
  const owners = new Map<string, Brand>();
  const register = (brand: Brand, kind: string, value: string, location: string) => {
    const owner = owners.get(`${kind} ${value}`);
    if (owner && owner !== brand)
      faults.push({
        file: fileOf(brand),
        location,
        reason: `${value} already belongs to ${owner.id}`,
        code: "notUnique",
        values: { value, owner: owner.id },
      });
    else owners.set(`${kind} ${value}`, brand);
  };
  for (const brand of brands) {
    register(brand, "name", brand.id, "id");
    for (const [index, alias] of brand.aliases.entries()) register(brand, "name", alias, `aliases[${index}]`);
    for (const [index, host] of brand.hosts.entries()) register(brand, "host", host, `hosts[${index}]`);
    if (brand.origin !== undefined) register(brand, "host", new URL(brand.origin).hostname, "origin");
    register(brand, "api-key", apiKeyOf(brand), "apiKey");
  }
  return faults;
}
