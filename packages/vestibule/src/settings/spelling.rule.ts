import { closest, distance } from "fastest-levenshtein";

/** Variables of other programs that resemble a setting. */
const otherPrograms: ReadonlySet<string> = new Set(["API_KEY", "APP_URL", "LOGLEVEL"]);

/** A choice that begins with the text, else one at an edit distance of at most two. */
export function nearestChoice(text: string, choices: readonly string[]): string | undefined {
  const folded = text.trim().toLowerCase();
  const completion = folded.length > 2 ? choices.find((choice) => choice.startsWith(folded)) : undefined;
  return completion ?? choices.find((choice) => distance(folded, choice) <= 2);
}

/** Finds variables that resemble a setting which is not set. */
export function misspeltSettings(
  environment: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): { name: string; nearest: string }[] {
  const missing = names.filter((name) => !environment[name]?.trim());
  return Object.keys(environment)
    .filter((name) => !names.includes(name) && !otherPrograms.has(name) && missing.length > 0)
    .map((name) => ({ name, nearest: closest(name.toUpperCase(), missing) }))
    .filter(({ name, nearest }) => isTypo(name.toUpperCase(), nearest));
}

/** Below seven letters only transposed letters count, since short names resemble too many others. */
function isTypo(name: string, setting: string): boolean {
  const wrong = distance(name, setting);
  const letters = (text: string) => [...text].sort().join("");
  if (wrong === 2 && letters(name) === letters(setting)) return true;
  return wrong <= allowedTypos(setting.length);
}

function allowedTypos(length: number): number {
  if (length >= 14) return 3;
  if (length >= 10) return 2;
  return length >= 7 ? 1 : 0;
}
