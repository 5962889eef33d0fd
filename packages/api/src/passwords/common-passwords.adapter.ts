import { createHash } from "node:crypto";
import { withoutAccents } from "@vestibule/contract/fields/password.rule.ts";
import type * as Common from "@zxcvbn-ts/language-common";
import type * as French from "@zxcvbn-ts/language-fr";
import { requireData } from "../platform/require-data.adapter.ts";

/** Digest of the list; an altered list prevents the start. Update it when updating the lists on purpose. */
const expectedDigest = "e34d82616b55fe31";

/** Number of the most frequent French words that are too easy to guess. */
const frenchWords = 5000;

let loaded: ReadonlySet<string> | undefined;

/** In lower case without accents. Throws when the list does not match its digest. */
export function commonPasswords(): ReadonlySet<string> {
  loaded ??= load();
  return loaded;
}

function load(): ReadonlySet<string> {
  const list = readLists();
  const digest = listDigest(list);
  if (digest !== expectedDigest)
    throw new Error(`the list of common passwords is not whole (digest ${digest}, expected ${expectedDigest})`);
  return list;
}

function readLists(): ReadonlySet<string> {
  const international = requireData("@zxcvbn-ts/language-common", import.meta.url) as typeof Common;
  const { dictionary: words } = requireData("@zxcvbn-ts/language-fr", import.meta.url) as typeof French;
  return foldedList([
    international.dictionary["passwords-common"],
    words["commonWords-fr"].slice(0, frenchWords),
    words["firstnames-fr"],
    words["months-fr"],
    words["daysOfWeek-fr"],
    words["seasons-fr"],
  ]);
}

/** Merges all lists, without accents, into words of at least four characters. */
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
