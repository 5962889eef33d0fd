import { withoutAccents } from "@vestibule/contract/fields/password.rule.ts";

/** Letters that digits and symbols stand for in leetspeak; `1` and `!` are read as i, then as l. */
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
 * Whether a password is a variant of a common one. Ignores case, accents, spaces, leetspeak, surrounding digits or
 * symbols, and repetition (Passw0rd!1 and passwordpassword match password).
 */
export function isCommonPassword(password: string, list: ReadonlySet<string>): boolean {
  const folded = withoutAccents(password);
  return [folded, folded.replaceAll(" ", "")].some((text) => {
    const unit = /^(.+?)\1+$/su.exec(text)?.[1];
    if (unit !== undefined && unit.length < shortestWord) return true;
    return [text, ...(unit === undefined ? [] : [unit])].flatMap(variantsOf).some((candidate) => list.has(candidate));
  });
}

/** The list has no shorter words, but the repetition of a shorter one is just as easy to guess. */
const shortestWord = 4;

function variantsOf(password: string): string[] {
  const results = [password, password.replace(/^[^a-z]+/, "")].flatMap(withoutEnding);
  return results
    .flatMap((text) => [text, readLeetspeak(text, "i"), readLeetspeak(text, "l")])
    .filter((text) => text.length >= shortestWord);
}

/** The text with zero or more of its trailing digits and symbols removed. */
function withoutEnding(text: string): string[] {
  const ending = /[^a-z]*$/.exec(text)?.[0].length ?? 0;
  return Array.from({ length: ending + 1 }, (_, taken) => text.slice(0, text.length - taken));
}

function readLeetspeak(text: string, one: "i" | "l"): string {
  return text.replace(/[^a-z]/g, (sign) => (sign === "1" || sign === "!" ? one : (leet[sign] ?? sign)));
}
