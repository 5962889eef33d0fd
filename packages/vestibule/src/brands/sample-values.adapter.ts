import { glob, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { PrintedFault } from "@vestibule/contract/brand/brand-fault.ts";

/** A placeholder, to be replaced by the drawing of the brand. */
export const placeholderWordmark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 34" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round">
  <rect x="2" y="2" width="116" height="30" rx="8"/>
  <path d="M18 17h84"/>
</svg>
`;

/**
 * Finds what a brand still has of a sample: host names, telephone numbers and postal codes that cannot exist, and its
 * wordmark.
 */
export async function findSampleValues(folder: string, samples: string): Promise<PrintedFault[]> {
  const file = join(folder, "brand.json");
  const data: unknown = JSON.parse((await readFile(file, "utf8")).replace(/^\ufeff/, ""));
  const values = textsOf(data).flatMap(({ location, text }) => {
    const reason = describeSampleText(text);
    return reason === undefined ? [] : [{ file, location, reason }];
  });
  const wordmark = join(folder, "wordmark.svg");
  const reason = await describeSampleWordmark(await readFile(wordmark, "utf8"), samples);
  return reason === undefined ? values : [...values, { file: wordmark, location: "", reason }];
}

async function describeSampleWordmark(wordmark: string, samples: string): Promise<string | undefined> {
  if (wordmark === placeholderWordmark) return "is the placeholder of brand new";
  for await (const file of glob("*/wordmark.svg", { cwd: samples }))
    if ((await readFile(join(samples, file), "utf8")) === wordmark)
      return `is that of the sample brand ${dirname(file)}`;
  return undefined;
}

function describeSampleText(text: string): string | undefined {
  if (/\.example(?![\w.-])/.test(text)) return `${text} is a sample’s: no host name ends in .example`;
  if (/^(1-)?\d{3}-555-01\d\d$/.test(text))
    return `${text} is a sample’s: 555-0100 to 555-0199 are reserved for examples`;
  if (/H0H 0H0/.test(text)) return `${text} is a sample’s: no address has the postal code H0H 0H0`;
  return undefined;
}

/** Every text of a JSON value with its location, such as `hosts[0]`. */
function textsOf(value: unknown, location = ""): { location: string; text: string }[] {
  if (typeof value === "string") return [{ location, text: value }];
  if (Array.isArray(value)) return value.flatMap((item, index) => textsOf(item, `${location}[${index}]`));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => textsOf(item, location === "" ? name : `${location}.${name}`));
}
