import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { BrandFilesPort } from "@vestibule/api/brands/brand-files.port.ts";
import { brandFileNames } from "@vestibule/catalogue/team.table.ts";
import type { BrandFiles } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import { readBrandFolder } from "./brand-folder.adapter.ts";
import { type BrandSources, locateBrands } from "./brand-loader.adapter.ts";

/** The brands' folders of these sources, for the versions that are kept in the database. */
export function brandFolders(sources: BrandSources): BrandFilesPort {
  const { mode, registries = [], gatewayOrigins = {} } = sources;
  const locate = async (brandId: string) => (await locateBrands(sources)).locations.get(brandId);
  return {
    readFolder: async (brandId) => {
      const directory = await locate(brandId);
      return directory === undefined ? undefined : readFiles(join(directory, brandId));
    },
    check: async (brandId, files) => {
      const location = await locate(brandId);
      if (location === undefined) return { "brand.json id": "is not a brand" };
      return withTemporaryFolder(async (directory) => {
        await writeBrand({ directory, brandId, files, location });
        const gatewayOrigin = gatewayOrigins[brandId];
        const read = await readBrandFolder({ directory, folder: brandId, mode, registries, gatewayOrigin });
        const faults = read.kind === "invalid" ? read.faults : [];
        return Object.fromEntries(
          faults.map(({ file, location, reason }) => [`${basename(file)} ${location}`.trim(), reason]),
        );
      });
    },
  };
}

async function readFiles(folder: string): Promise<BrandFiles> {
  const files: BrandFiles = {};
  for (const name of brandFileNames) {
    const text = await readFile(join(folder, name), "utf8").catch(() => undefined);
    if (text !== undefined) files[name] = text;
  }
  return files;
}

/** Writes a brand's folder from these files; its applications stay those of the folder at `location`. */
export async function writeBrand(brand: {
  directory: string;
  brandId: string;
  files: BrandFiles;
  location: string;
}): Promise<void> {
  const { directory, brandId, files, location } = brand;
  const folder = join(directory, brandId);
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  await symlink(join(location, brandId, "oidc"), join(folder, "oidc"));
}

export async function withTemporaryFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "vestibule-brands-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
