import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { BrandFilesPort } from "@vestibule/api/brands/brand-files.port.ts";
import { brandFileNames } from "@vestibule/catalogue/team.table.ts";
import type { BrandFault } from "@vestibule/contract/brand/brand-fault.ts";
import type { BrandFiles } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import { type BrandSources, type LoadedBrands, loadBrands, locateBrands } from "./brand-loader.adapter.ts";

/** Files of a brand that take the place of its folder. */
export interface BrandVersionFiles {
  brandId: string;
  files: BrandFiles;
  /** Absent for a draft. */
  number?: number;
}

/** The brands' folders of these sources, for the versions that are kept in the database. */
export function brandFolders(sources: BrandSources): BrandFilesPort {
  return {
    readFolder: async (brandId) => {
      const directory = (await locateBrands(sources)).locations.get(brandId);
      return directory === undefined ? undefined : readFiles(join(directory, brandId));
    },
    check: async (brandId, files) => {
      const faults = await findFaults(sources, { brandId, files });
      return Object.fromEntries(faults.map(({ file, location, reason }) => [`${file} ${location}`.trim(), reason]));
    },
  };
}

/** Why files cannot take the place of a brand's folder, each with the name of its file. */
export async function findFaults(sources: BrandSources, version: BrandVersionFiles): Promise<BrandFault[]> {
  const loaded = await loadBrandVersions(sources, [version]);
  return loaded.kind === "loaded" ? [] : loaded.faults.map((fault) => ({ ...fault, file: basename(fault.file) }));
}

/** Loads all brands, with these versions in place of their folders. Their applications stay those of the folders. */
export async function loadBrandVersions(
  sources: BrandSources,
  versions: readonly BrandVersionFiles[],
): Promise<LoadedBrands> {
  const { locations } = await locateBrands(sources);
  const known = versions.filter(({ brandId }) => locations.has(brandId));
  if (known.length === 0) return loadBrands(sources);
  const directory = await mkdtemp(join(tmpdir(), "vestibule-brands-"));
  try {
    for (const { brandId, files } of known) {
      const folder = join(directory, brandId);
      await mkdir(folder);
      for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
      await symlink(join(locations.get(brandId) ?? "", brandId, "oidc"), join(folder, "oidc"));
    }
    const versions = Object.fromEntries(known.flatMap(({ brandId, number }) => (number ? [[brandId, number]] : [])));
    return await loadBrands({ ...sources, versions, directories: [...sources.directories, directory] });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function readFiles(folder: string): Promise<BrandFiles> {
  const files: BrandFiles = {};
  for (const name of brandFileNames) {
    const text = await readFile(join(folder, name), "utf8").catch(() => undefined);
    if (text !== undefined) files[name] = text;
  }
  return files;
}
