import { keyedHash, keyedHashes } from "../../platform/keyed-hash.adapter.ts";
import type { KeyRing } from "../../platform/keys.port.ts";

/** A name that somebody signs in with under a brand: a normalised e-mail, or what was typed in its place. */
export interface SignInName {
  brandId: string;
  email: string;
}

/** Key of the name's counter. The counter of a browser that its owner signed in from is this key, a slash and the browser's id. */
export function nameKey(lookupHash: KeyRing, name: SignInName): string {
  return keyedHash(lookupHash, parts(name));
}

/** The same under every key in use: for lifting locks. */
export function nameKeys(lookupHash: KeyRing, name: SignInName): string[] {
  return keyedHashes(lookupHash, parts(name));
}

function parts({ brandId, email }: SignInName): string[] {
  return ["sign-in", brandId, email];
}
