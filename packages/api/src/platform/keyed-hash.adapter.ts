import { createHmac } from "node:crypto";
import type { KeyRing } from "./keys.port.ts";

/**
 * A keyed hash (base64url) of parts that belong together, under the newest key: for what is stored or counted.
 * The first part names the purpose.
 */
export function keyedHash(ring: KeyRing, parts: readonly string[]): string {
  return hashUnder(ring.newest, parts);
}

/** The same under every key that still verifies, the newest first: for what was stored earlier. */
export function keyedHashes(ring: KeyRing, parts: readonly string[]): string[] {
  return [ring.newest, ...ring.all.filter((key) => key !== ring.newest)].map((key) => hashUnder(key, parts));
}

function hashUnder(key: Uint8Array, parts: readonly string[]): string {
  return createHmac("sha256", key).update(JSON.stringify(parts)).digest("base64url");
}
