import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { type LoadedBrands, loadBrands } from "../brand-loader.adapter.ts";

export const brandsDirectory = resolve(import.meta.dirname, "../../../../../brands");

export function temporaryDirectory() {
  const directory = mkdtempSync(join(tmpdir(), "brands-"));
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}

// biome-ignore lint/suspicious/noExplicitAny: a test breaks brand.json in ways no type allows
export type LooseBrand = any;

export interface Plant {
  data?: (brand: LooseBrand) => void;
  /** Changes or removes (undefined) a file of the folder. */
  files?: Readonly<Record<string, ((content: string) => string) | undefined>>;
  mode?: "demo" | "production";
  brand?: string;
}

/** Loads the repository's brands with one deliberately broken folder. Faults name files relative to the directory. */
export async function loadPlanted({ data, files = {}, mode = "demo", brand = "belair" }: Plant): Promise<string[]> {
  const { directory, remove } = temporaryDirectory();
  try {
    cpSync(brandsDirectory, directory, { recursive: true });
    const file = (name: string) => join(directory, brand, name);
    if (data) {
      const content = JSON.parse(readFileSync(file("brand.json"), "utf8"));
      data(content);
      writeFileSync(file("brand.json"), JSON.stringify(content));
    }
    for (const [name, change] of Object.entries(files))
      if (change) writeFileSync(file(name), change(readFileSync(file(name), "utf8")));
      else rmSync(file(name));
    return faultsOf(await loadBrands({ directories: [directory], defaultBrand: "belair", mode }), directory);
  } finally {
    remove();
  }
}

function faultsOf(loaded: LoadedBrands, directory: string): string[] {
  if (loaded.kind === "loaded") return [];
  return loaded.faults.map(({ file, location, reason }) => `${relative(directory, file)}:${location}: ${reason}`);
}
