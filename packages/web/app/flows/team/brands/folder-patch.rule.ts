import { idsOf } from "@vestibule/catalogue/ids-of.ts";
import type { BrandFiles } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import { createTwoFilesPatch } from "diff";

/** What differs between a brand's folder and a version, for `git apply` in the folder of brands. */
export function folderPatch(brandId: string, folder: BrandFiles, version: BrandFiles): string {
  return idsOf({ ...folder, ...version })
    .filter((name) => folder[name] !== version[name])
    .map((name) => {
      const [before, after] = [folder[name], version[name]];
      const path = `${brandId}/${name}`;
      return createTwoFilesPatch(
        before === undefined ? "/dev/null" : `a/${path}`,
        after === undefined ? "/dev/null" : `b/${path}`,
        before ?? "",
        after ?? "",
      ).replace(/^=+\n/, "");
    })
    .join("");
}
