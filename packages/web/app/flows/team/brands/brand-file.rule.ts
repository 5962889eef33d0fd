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

/** The text of a file in the layout of the sample folders, so that a patch has the changed lines alone. */
export function writeDocument<Name extends keyof Documents>(name: Name, document: Documents[Name]): BrandFiles {
  return { [name]: `${layOut(document, { indent: "", before: 0 })}\n` };
}

const longestLine = 120;

/** JSON with each property on a line; a list of strings or numbers that fits is one line. `before`: length of its key. */
function layOut(value: unknown, { indent, before }: { indent: string; before: number }): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const deeper = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const items = Array.isArray(value)
    ? value.map((item) => layOut(item, { indent: deeper, before: 0 }))
    : Object.entries(value).map(([name, item]) => {
        const key = `${JSON.stringify(name)}: `;
        return `${key}${layOut(item, { indent: deeper, before: key.length })}`;
      });
  const line = `${open}${items.join(", ")}${close}`;
  const isShort = !line.includes("\n") && indent.length + before + line.length < longestLine;
  const isList = Array.isArray(value) && value.every((item) => typeof item !== "object" || item === null);
  if (items.length === 0 || (isList && isShort)) return line;
  return `${open}\n${items.map((item) => `${deeper}${item}`).join(",\n")}\n${indent}${close}`;
}
