/** Facts about a person that a log must never contain; a fact that is not on file is an empty string. */
export interface PersonalFacts {
  email: string;
  cellPhone: string;
  firstName: string;
  lastName: string;
  postalCode: string;
  policyNumber: string;
  licenceNumber: string;
  pin: string;
}

/** Shorter facts cannot be distinguished from ordinary words. */
const shortestFact = 3;
/** Separators that people and programs put inside a number or name. */
const between = "[ .\\-_'’()/]{0,3}";

/**
 * Finds facts of people and secrets (codes, passwords, tokens) in a log. Returns each as "line 12: email
 * jean@courriel.example". Matches any case, accents, dashes, spaces, and JSON or URL encoding, but not parts of longer
 * words or numbers.
 */
export function findPersonal(logText: string, people: readonly PersonalFacts[], secrets: readonly string[]): string[] {
  const facts = people.flatMap((person) => Object.entries(person));
  const wanted = new Map(
    [...facts, ...secrets.map((secret) => ["secret", secret])].map((fact) => [fact.join(" "), fact]),
  );
  const text = plain(logText);
  return [...wanted.values()].flatMap(([kind = "", value = ""]) => {
    const shape = shapeOf(kind, value);
    if (shape === undefined) return [];
    return [...text.matchAll(shape)].map(({ index }) => `line ${lineAt(text, index)}: ${kind} ${value}`);
  });
}

function shapeOf(kind: string, value: string): RegExp | undefined {
  const characters = [...plain(value)].filter((character) => /[\p{L}\p{N}@]/u.test(character));
  if (characters.length < shortestFact) return undefined;
  // A number may have the country code in front.
  const before = kind === "cellPhone" ? `(?:\\+?1${between})?` : "";
  return new RegExp(`(?<![\\p{L}\\p{N}])${before}${characters.join(between)}(?![\\p{L}\\p{N}])`, "gu");
}

/** Returns the text in lower case, without accents, with the escapes of JSON and URLs decoded. */
function plain(text: string): string {
  return text
    .replace(/\\u([0-9a-f]{4})/gi, (_escape, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/(?:%[0-9a-f]{2})+/gi, decoded)
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase();
}

function decoded(escapes: string): string {
  try {
    return decodeURIComponent(escapes).replaceAll("\n", " ");
  } catch {
    return escapes;
  }
}

const lineAt = (text: string, index: number) => text.slice(0, index).split("\n").length;
