import { createHash } from "node:crypto";
import { withoutAccents } from "@vestibule/contract/fields/password.rule.ts";

/**
 * Digest of the list as these versions of the word lists make it. A missing, cut or altered list
 * stops the start; who updates the lists on purpose writes the new digest here.
 */
const expectedDigest = "e34d82616b55fe31";

/** French words by how often they are used: so many of them are too easy to guess. */
const frenchWords = 5000;

let loaded: Promise<ReadonlySet<string>> | undefined;

/** Common passwords and words of both languages, lower case, without accents. Rejects where the list is not whole. */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<ReadonlySet<string>> {
  const list = await readLists();
  const digest = listDigest(list);
  if (digest !== expectedDigest)
    throw new Error(`the list of common passwords is not whole (digest ${digest}, expected ${expectedDigest})`);
  return list;
}

async function readLists(): Promise<ReadonlySet<string>> {
  const [international, french] = await Promise.all([
    import("@zxcvbn-ts/language-common"),
    import("@zxcvbn-ts/language-fr"),
  ]);
  const words = french.dictionary;
  return foldedList([
    international.dictionary["passwords-common"],
    words["commonWords-fr"].slice(0, frenchWords),
    words["firstnames-fr"],
    words["months-fr"],
    words["daysOfWeek-fr"],
    words["seasons-fr"],
  ]);
}

/** One set of all lists, folded to the letters a password may have, of four characters or more. */
export function foldedList(lists: readonly (readonly string[])[]): ReadonlySet<string> {
  const folded = lists.flat().map(withoutAccents);
  return new Set(folded.filter((word) => word.length >= 4));
}

export function listDigest(list: ReadonlySet<string>): string {
  return createHash("sha256")
    .update([...list].join("\n"))
    .digest("hex")
    .slice(0, 16);
}
