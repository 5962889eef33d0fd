import type { FieldFault } from "./field-fault.ts";
import { normaliseText } from "./text.rule.ts";

/**
 * Every form of dash and apostrophe is allowed, because keyboards and word processors replace the typed ones. A name may
 * begin with an apostrophe, such as ’t Hooft.
 */
const allowed = /^[\p{L}\p{M}'’‘ʼ´`][\p{L}\p{M}\p{Pd} '’‘ʼ´`.]*$/u;

/** At least two letters; letters with accents, space, apostrophe, hyphen, full stop; 254 characters at most. */
export function checkName(value: string): FieldFault | undefined {
  const name = normaliseText(value);
  if (name === "") return { key: "required" };
  if (name.length > 254) return { key: "maxlength", facts: { limit: 254 } };
  if (!allowed.test(name)) return { key: "format" };
  return (name.match(/\p{L}/gu) ?? []).length < 2 ? { key: "minlength", facts: { limit: 2 } } : undefined;
}

const expandedWords: ReadonlyMap<string, string> = new Map([
  ["st", "saint"],
  ["ste", "sainte"],
]);

/**
 * Normalises a name for comparison: drops case, accents, apostrophes, hyphens, spaces and full stops; expands œ and æ;
 * reads the words "St" and "Ste" as Saint and Sainte.
 */
export function foldName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll("œ", "oe")
    .replaceAll("æ", "ae")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .split(/[\s\p{Pd}'’‘ʼ´`.]+/u)
    .map((word) => expandedWords.get(word) ?? word)
    .join("");
}

/** Identifies a person under a brand, independent of spelling. `dateOfBirth` is YYYY-MM-DD. */
export function personKey(person: { firstName: string; lastName: string; dateOfBirth: string }): string {
  return `${foldName(person.firstName)}|${foldName(person.lastName)}|${person.dateOfBirth}`;
}

/** Splits a person key into the normalised names and the date of birth. */
export function readPersonKey(key: string): { firstName: string; lastName: string; dateOfBirth: string } {
  const [firstName = "", lastName = "", dateOfBirth = ""] = key.split("|");
  return { firstName, lastName, dateOfBirth };
}

/** Shortens a name to `length` graphemes; a shortened name ends in an ellipsis. */
export function shortenName(name: string, length: number): string {
  const graphemes = [...new Intl.Segmenter("fr", { granularity: "grapheme" }).segment(name)].map(
    (part) => part.segment,
  );
  if (graphemes.length <= length) return name;
  const start = graphemes.slice(0, length - 1).join("");
  return `${start.trimEnd()}…`;
}
