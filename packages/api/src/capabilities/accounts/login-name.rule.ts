import { keyedHashes } from "../../platform/keyed-hash.adapter.ts";
import type { KeyRing } from "../../platform/keys.port.ts";

/** A name that somebody signs in with under a brand: a normalised e-mail, or what was typed in its place. */
export interface LoginName {
  brandId: string;
  email: string;
}

/** Key of the name's counter under every active key, the newest first. */
export function loginNameHashes(lookupHash: KeyRing, { brandId, email }: LoginName): string[] {
  return keyedHashes(lookupHash, ["sign-in", brandId, email]);
}

/** Keys of another counter of the name, in the same order: of a browser that its owner signed in from, or of an outside gateway. */
export function counterKeys(names: readonly string[], counter: string): string[] {
  return names.map((name) => `${name}/${counter}`);
}
