import { keyedHashes } from "../platform/keyed-hash.adapter.ts";
import type { KeyRing } from "../platform/keys.port.ts";

/**
 * Ids of the account that a person gets under a brand with a registry, one for each active key, newest first. They are
 * the same at each attempt, so that a registration finds the registry's user of an interrupted one.
 */
export function registryAccountIds(lookupHash: KeyRing, person: { brandId: string; identity: string }): string[] {
  const hashes = keyedHashes(lookupHash, ["registry-account", person.brandId, person.identity]);
  return hashes.map((hash) => toUuid(Buffer.from(hash, "base64url")));
}

/** Forms a UUID of version 8 (RFC 9562) from the first 16 bytes. */
function toUuid(bytes: Buffer): string {
  const id = Buffer.from(bytes.subarray(0, 16));
  id[6] = ((id[6] ?? 0) & 0x0f) | 0x80;
  id[8] = ((id[8] ?? 0) & 0x3f) | 0x80;
  return id.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
