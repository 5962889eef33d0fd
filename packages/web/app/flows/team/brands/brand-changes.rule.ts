import { journeyFields } from "@vestibule/catalogue/team.table.ts";
import type { BrandFiles } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import type { TextKey } from "@vestibule/wording/tables.ts";

/** A place in a file, with what it says before and after; undefined where it says nothing. */
export interface BrandChange {
  place: string;
  before: string | undefined;
  after: string | undefined;
}

/** What a place holds, by its beginning. */
const contents: readonly [place: string, content: TextKey][] = [
  ["wording.json en", "team:changes.english"],
  ["wording.json fr", "team:changes.french"],
  ["brand.json telephone customer default", "team:telephone.number"],
  ["brand.json telephone customer provinces", "team:telephone.number"],
  ["brand.json telephone", "team:hours.telephone"],
  ["brand.json chat", "team:hours.chat"],
  ["brand.json specialDays", "team:day.list"],
];

/** Names what a place holds; undefined where only the place itself is known. */
export function contentOf(place: string): TextKey | undefined {
  return contents.find(([beginning]) => place === beginning || place.startsWith(`${beginning} `))?.[1];
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

/** Lists what differs between two versions of a brand: each value of a JSON file, any other file as a whole. */
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
    else values.set(name, text);
  return values;
}

function addValues(values: Map<string, string>, place: string, value: unknown): void {
  if (typeof value !== "object" || value === null) return void values.set(place, String(value));
  for (const [key, one] of Object.entries(value)) addValues(values, `${place} ${key}`, one);
}
