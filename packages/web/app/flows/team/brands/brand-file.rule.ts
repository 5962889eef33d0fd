import type { brandSchema } from "@vestibule/contract/brand/brand.schema.ts";
import type { BrandFiles } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import type { z } from "zod";

/** The JSON files of a brand as they are written; a version was checked when it was saved. */
interface Documents {
  "brand.json": z.input<typeof brandSchema>;
  "wording.json": { en?: Record<string, string>; fr?: Record<string, string> };
}

export function readDocument<Name extends keyof Documents>(files: BrandFiles, name: Name): Documents[Name] {
  return JSON.parse(files[name] ?? "{}");
}

/** The text of a file, in the layout of a brand's folder. */
export function writeDocument<Name extends keyof Documents>(name: Name, document: Documents[Name]): BrandFiles {
  return { [name]: `${JSON.stringify(document, null, 2)}\n` };
}
