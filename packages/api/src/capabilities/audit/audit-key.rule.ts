import { keyedHash } from "../../platform/keyed-hash.adapter.ts";
import type { KeyRing } from "../../platform/keys.port.ts";

/** A key of the audit trail, by an id that is kept beside every keyed hash and says nothing of the key. */
export interface AuditKey {
  id: string;
  sign(parts: readonly string[]): string;
}

/** The keys of a ring, the newest first. */
export function auditKeys(ring: KeyRing): readonly [AuditKey, ...AuditKey[]] {
  const older = ring.all.filter((key) => key !== ring.newest);
  return [auditKey(ring.newest), ...older.map(auditKey)];
}

function auditKey(key: Uint8Array): AuditKey {
  const sign = (parts: readonly string[]) => keyedHash({ newest: key, all: [key] }, parts);
  return { id: sign(["audit-key-id"]).slice(0, 8), sign };
}

/** The end of a chain: how many events it has, and the hash of the last. */
export interface ChainEnd {
  chain: number;
  events: bigint;
  hash: string;
}

/** What the keyed hash of an event covers: by its plain hash, everything before it too. */
export const eventParts = (event: { hash: string; headKeyId: string }) => ["audit-event", event.hash, event.headKeyId];

/** What the keyed hash of a chain's head covers; a shorter chain would need one that was never made. */
export const headParts = (head: ChainEnd) => ["audit-head", String(head.chain), String(head.events), head.hash];

/** What the keyed hash of a seal covers. */
export const sealParts = (seal: ChainEnd) => ["audit-seal", String(seal.chain), String(seal.events), seal.hash];
