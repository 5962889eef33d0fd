import { keyedHashes } from "../platform/keyed-hash.adapter.ts";
import type { KeyRing } from "../platform/keys.port.ts";

/** The name typed at sign-in under a brand: a normalised e-mail, or the text typed instead of one. */
export interface LoginName {
  brandId: string;
  email: string;
}

/** Counter keys of the name, one for each active key, newest first. */
export function loginNameHashes(lookupHash: KeyRing, { brandId, email }: LoginName): string[] {
  return keyedHashes(lookupHash, ["sign-in", brandId, email]);
}

/** Keys of a further counter of the name, in the same order: for a trusted device or an external gateway. */
export function counterKeys(names: readonly string[], counter: string): string[] {
  return names.map((name) => `${name}/${counter}`);
}
