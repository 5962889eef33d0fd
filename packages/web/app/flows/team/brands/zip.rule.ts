import { brandFileNames } from "@vestibule/catalogue/team.table.ts";
import type { BrandFiles } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";

/** More than every sentence and drawing of a brand. */
export const maxUnpackedBytes = 8 * 1024 * 1024;

/** The files of an archive by path. Throws where they are larger than any brand's; no more is unpacked than it states. */
function unpack(bytes: Uint8Array): Record<string, Uint8Array> {
  let total = 0;
  return unzipSync(bytes, {
    filter: ({ originalSize }) => {
      total += originalSize;
      if (total > maxUnpackedBytes) throw new Error("the archive unpacks to more than a brand has");
      return true;
    },
  });
}

/** Far more than a sheet has; the reader of sheets spends time on every column that such an element names. */
const mostColumnElements = 256;

/** The same workbook, unpacked within limits and without compression, for a reader that has no limits. */
export function boundedWorkbook(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const files = unpack(bytes);
  for (const content of Object.values(files))
    if ([...strFromU8(content).matchAll(/<(?:[^<>\s]+:)?col[\s/>]/g)].length > mostColumnElements)
      throw new Error("the workbook describes more columns than a sheet has");
  return zipSync(files, { level: 0 });
}

/** A brand's folder as an archive. */
export function packFolder(brandId: string, files: BrandFiles): Uint8Array<ArrayBuffer> {
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`${brandId}/${name}`, strToU8(text)])),
  );
}

/** The files of a brand's folder in an archive, at its root or in one folder; others are left out. */
export function unpackFolder(bytes: Uint8Array): BrandFiles {
  const files: BrandFiles = {};
  for (const [path, content] of Object.entries(unpack(bytes))) {
    const file = /^(?:[\w-]+\/)?([^/]+)$/.exec(path)?.[1];
    const name = brandFileNames.find((one) => one === file);
    if (name !== undefined) files[name] = strFromU8(content);
  }
  return files;
}
