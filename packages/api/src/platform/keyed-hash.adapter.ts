import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import type { KeyRing } from "./keys.port.ts";

/**
 * Keyed hash (base64url) of several parts under the newest key, for values that are stored or counted. The first part
 * names the purpose.
 */
export function keyedHash(ring: KeyRing, parts: readonly string[]): string {
  return hashUnder(ring.newest, parts);
}

/** The same under every active key, newest first, for values stored earlier. */
export function keyedHashes(ring: KeyRing, parts: readonly string[]): string[] {
  return [ring.newest, ...ring.all.filter((key) => key !== ring.newest)].map((key) => hashUnder(key, parts));
}

/** Importing a key takes five times as long as the hash. */
const imported = new WeakMap<Uint8Array, KeyObject>();

function hashUnder(key: Uint8Array, parts: readonly string[]): string {
  const secret = imported.get(key) ?? createSecretKey(key);
  imported.set(key, secret);
  return createHmac("sha256", secret).update(JSON.stringify(parts)).digest("base64url");
}
