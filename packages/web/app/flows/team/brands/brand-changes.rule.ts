import { journeyFields } from "@vestibule/catalogue/team.table.ts";
import { schemes } from "@vestibule/contract/brand/token.table.ts";
import { readTokens } from "@vestibule/contract/brand/tokens-css.rule.ts";
import type { BrandFiles } from "@vestibule/contract/internal/brand-version.endpoint.ts";

/** A place in a file, with what it says before and after; undefined where it says nothing. */
export interface BrandChange {
  place: string;
  before: string | undefined;
  after: string | undefined;
}

/** `name` says what the place holds, in the member's language; undefined where only the place itself is known. */
export interface NamedChange extends BrandChange {
  name: string | undefined;
}

/** The province that a place is about; undefined where it is about all. */
export function provinceIn(place: string): string | undefined {
  return /^brand\.json (?:telephone customer provinces|openingHours|chat hours) (\w\w)\b/.exec(place)?.[1];
}

/** Whether a journey keeps what is at a place as it was in the version that it began with. */
export function isKeptByJourney(place: string): boolean {
  const [file, field] = place.split(" ");
  return file !== "brand.json" || journeyFields.some((one) => one === field);
}

/** Lists what differs between two versions of a brand: each value of a JSON file and of tokens.css, a drawing as a whole. */
export function brandChanges(before: BrandFiles, after: BrandFiles): BrandChange[] {
  const [old, current] = [valuesOf(before), valuesOf(after)];
  const places = [...new Set([...old.keys(), ...current.keys()])];
  return places
    .map((place) => ({ place, before: old.get(place), after: current.get(place) }))
    .filter((change) => change.before !== change.after);
}

function valuesOf(files: BrandFiles): Map<string, string> {
  const values = new Map<string, string>();
  for (const [name, text] of Object.entries(files))
    if (name.endsWith(".json")) addValues(values, name, JSON.parse(text));
    else if (name === "tokens.css") addTokens(values, text);
    else values.set(name, text);
  return values;
}

/** A file without any token is one value. */
function addTokens(values: Map<string, string>, text: string): void {
  const tokens = readTokens(text).values;
  if (tokens.light.size === 0) return void values.set("tokens.css", text);
  for (const scheme of schemes)
    for (const [token, value] of tokens[scheme]) values.set(`tokens.css ${scheme} ${token}`, value);
}

function addValues(values: Map<string, string>, place: string, value: unknown): void {
  if (typeof value !== "object" || value === null) return void values.set(place, String(value));
  for (const [key, one] of Object.entries(value)) addValues(values, `${place} ${key}`, one);
}
