import { createHmac, createSecretKey } from "node:crypto";
import { oncePerKey } from "./keys.adapter.ts";
import type { KeyRing } from "./keys.port.ts";

/** Keyed hash (base64url) under the newest key, to store or count. The first part names the purpose. */
export function keyedHash(ring: KeyRing, parts: readonly string[]): string {
  return hashUnder(ring.newest, parts);
}

/** Keyed hashes of the parts under every active key, newest first, to find values stored earlier. */
export function keyedHashes(ring: KeyRing, parts: readonly string[]): string[] {
  return ring.all.map((key) => hashUnder(key, parts));
}

/** Imported once per key, because importing takes five times as long as the hash. */
const importKey = oncePerKey((key) => createSecretKey(key));

function hashUnder(key: Uint8Array, parts: readonly string[]): string {
  return createHmac("sha256", importKey(key)).update(JSON.stringify(parts)).digest("base64url");
}
