import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { faultMessage } from "@vestibule/api/platform/fault-code.rule.ts";
import type { Brand, BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { type BrandFault, printFaults } from "@vestibule/contract/brand/brand-fault.ts";
import { brandBook, liveBook } from "./brand-book.ts";
import { loadBrands } from "./brand-loader.adapter.ts";
import { describeBrand } from "./brand-report.ts";

/** Draft brands together with the built-in ones, reloaded after each save. */
export interface BrandPreview {
  /** Contains the last valid version of each draft; a draft without one is left out. */
  book: BrandBook;
  /** Increases with each save. */
  version(): number;
  faults(): readonly BrandFault[];
  stop(): void;
}

export interface BrandPreviewOptions {
  /** A brand's folder, or a folder of brand folders. */
  folder: string;
  builtIn: string;
  /** Default brand for hosts that no brand lists, when no draft is valid; absent: any. */
  defaultBrand?: string | undefined;
  /** Called with the check report of the drafts at the start and after each save. */
  onChange(report: string): void;
}

/** The folder is polled, because editors replace files and network drives send no change events. */
const pollMillis = 400;

/** Reads the drafts, then again after each save. Throws if the folder has no brand. */
export async function openBrandPreview(options: BrandPreviewOptions): Promise<BrandPreview> {
  const { builtIn, defaultBrand, onChange } = options;
  const folder = resolve(options.folder);
  const isBrand = await hasBrand(folder);
  const directories = [builtIn, isBrand ? dirname(folder) : folder];
  const lastValid = new Map<string, Brand>();
  let faults: readonly BrandFault[] = [];
  let version = 0;
  let current: BrandBook;

  const read = async () => {
    const folders = isBrand ? [basename(folder)] : await brandFolders(folder);
    if (folders.length === 0) throw new Error(`${options.folder} contains no brand.json and no folder with one`);
    const loaded = await loadBrands({ directories, folders, defaultBrand, mode: "demo" });
    const brands = loaded.kind === "loaded" ? loaded.book.brands : loaded.validBrands;
    faults = loaded.kind === "loaded" ? [] : loaded.faults;
    for (const brand of brands) lastValid.set(brand.id, brand);
    const drafts = brands.filter(({ id }) => folders.includes(id));
    const validBrands = [...lastValid.values()];
    const chosen =
      validBrands.find(({ id }) => folders.includes(id)) ?? lastValid.get(defaultBrand ?? "") ?? validBrands[0];
    if (chosen === undefined) throw new Error(printFaults(faults));
    current = brandBook({ brands: validBrands, defaultBrand: chosen, mode: "demo" });
    version += 1;
    onChange([...drafts.map(describeBrand), ...(faults.length > 0 ? [printFaults(faults)] : [])].join("\n"));
  };

  const stopping = new AbortController();
  // Computed before reading, so that a save during the read triggers another read.
  let previous = await fingerprintOf(folder);
  const watch = async () => {
    for (;;) {
      await pause(pollMillis, undefined, { signal: stopping.signal, ref: false });
      const now = await fingerprintOf(folder);
      if (now === previous) continue;
      previous = now;
      await read().catch((fault: unknown) => onChange(faultMessage(fault)));
    }
  };

  await read();
  watch().catch(() => {});
  return {
    book: liveBook(() => current),
    version: () => version,
    faults: () => faults,
    stop: () => stopping.abort(),
  };
}

const hasBrand = (folder: string) =>
  stat(join(folder, "brand.json")).then(
    (found) => found.isFile(),
    () => false,
  );

async function brandFolders(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(names.map((name) => hasBrand(join(folder, name))));
  return names.filter((_name, index) => found[index]);
}

/** A text that changes with each save. A file that is missing while an editor replaces it is tolerated. */
async function fingerprintOf(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const files = names.toSorted().map(async (name) => {
    const found = await stat(join(folder, name)).catch(() => undefined);
    return `${name} ${found?.mtimeMs} ${found?.size}`;
  });
  return (await Promise.all(files)).join("\n");
}
