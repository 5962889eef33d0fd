import { withoutAccents } from "@vestibule/contract/fields/password.rule.ts";

/** Letters that digits and symbols stand for; `1` and `!` are read as i, then as l. */
const leet: Readonly<Record<string, string>> = {
  "0": "o",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "9": "g",
  "@": "a",
  $: "s",
  "+": "t",
  "(": "c",
  "€": "e",
};

/**
 * Whether a password is a common one in disguise: capitals, accents, spaces, letters written as digits or symbols,
 * digits or symbols around it, and repetition change nothing (Passw0rd!1 and passwordpassword are password).
 */
export function isCommonPassword(password: string, list: ReadonlySet<string>): boolean {
  const folded = withoutAccents(password);
  return [folded, folded.replaceAll(" ", "")].some((text) => {
    const unit = /^(.+?)\1+$/su.exec(text)?.[1];
    if (unit !== undefined && unit.length < shortestWord) return true;
    return [text, ...(unit === undefined ? [] : [unit])].flatMap(disguises).some((candidate) => list.has(candidate));
  });
}

/** Shorter words are not on the list; one that is repeated is as easy to guess. */
const shortestWord = 4;

function disguises(password: string): string[] {
  const ends = [password, password.replace(/^[^a-z]+/, "")].flatMap(withoutEnding);
  return ends.flatMap((text) => [text, read(text, "i"), read(text, "l")]).filter((text) => text.length >= shortestWord);
}

/** The text, and the text with one, two … of the digits and symbols at its end taken away. */
function withoutEnding(text: string): string[] {
  const ending = /[^a-z]*$/.exec(text)?.[0].length ?? 0;
  return Array.from({ length: ending + 1 }, (_, taken) => text.slice(0, text.length - taken));
}

function read(text: string, one: "i" | "l"): string {
  return text.replace(/[^a-z]/g, (sign) => (sign === "1" || sign === "!" ? one : (leet[sign] ?? sign)));
}
