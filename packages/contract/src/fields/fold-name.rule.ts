import anyAscii from "any-ascii";
import { normaliseText } from "./text.rule.ts";

const expandedWords: ReadonlyMap<string, string> = new Map([
  ["st", "saint"],
  ["ste", "sainte"],
]);

/**
 * Normalises a name for comparison: drops case, accents, apostrophes, hyphens, spaces and full stops; reads the words
 * "St" and "Ste" as Saint and Sainte; spells other letters in ASCII, such as đ, ø, ł, ß, æ and þ as d, o, l, ss, ae and
 * th. Two people may have one folded name: it finds rows, and joins none.
 */
export function foldName(name: string): string {
  return spellPlainly(foldAccents(normaliseText(name)));
}

/** Finds the people of these names and this date of birth, in any spelling. `dateOfBirth` is YYYY-MM-DD. */
export function personKey(person: { firstName: string; lastName: string; dateOfBirth: string }): string {
  return keyOf(person, foldName);
}

/** The person key of earlier versions, which kept letters such as đ; hashes of PINs from then contain it. */
export function earlierPersonKey(person: { firstName: string; lastName: string; dateOfBirth: string }): string {
  return keyOf(person, foldAccents);
}

/** The person key of this version for one of an earlier version. */
export function refoldPersonKey(key: string): string {
  const { firstName, lastName, dateOfBirth } = readPersonKey(key);
  return `${spellPlainly(firstName)}|${spellPlainly(lastName)}|${dateOfBirth}`;
}

/** Splits a person key into the normalised names and the date of birth. */
export function readPersonKey(key: string): { firstName: string; lastName: string; dateOfBirth: string } {
  const [firstName = "", lastName = "", dateOfBirth = ""] = key.split("|");
  return { firstName, lastName, dateOfBirth };
}

function keyOf(person: { firstName: string; lastName: string; dateOfBirth: string }, fold: (name: string) => string) {
  return `${fold(person.firstName)}|${fold(person.lastName)}|${person.dateOfBirth}`;
}

function spellPlainly(name: string): string {
  return anyAscii(name)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
}

function foldAccents(name: string): string {
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
