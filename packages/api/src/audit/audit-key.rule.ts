import { keyedHash } from "../platform/keyed-hash.adapter.ts";
import type { KeyRing } from "../platform/keys.port.ts";

/** A key of the audit trail. Its id is stored with every keyed hash and does not reveal the key. */
export interface AuditKey {
  id: string;
  sign(parts: readonly string[]): string;
}

/** Keys of a ring, newest first. */
export function auditKeys(ring: KeyRing): readonly [AuditKey, ...AuditKey[]] {
  const older = ring.all.filter((key) => key !== ring.newest);
  return [auditKey(ring.newest), ...older.map(auditKey)];
}

function auditKey(key: Uint8Array): AuditKey {
  const sign = (parts: readonly string[]) => keyedHash({ newest: key, all: [key] }, parts);
  return { id: sign(["audit-key-id"]).slice(0, 8), sign };
}

/** The end of a hash chain: its number of events and the hash of the last. */
export interface ChainEnd {
  chain: number;
  events: bigint;
  hash: string;
}

/** Content of an event's keyed hash; the event's plain hash covers all events before it. */
export const eventParts = (event: { hash: string; headKeyId: string }) => ["audit-event", event.hash, event.headKeyId];

/** Content of the keyed hash of a chain's head, so that a truncated chain would need a head that was never signed. */
export const signedHeadFields = (head: ChainEnd) => ["audit-head", String(head.chain), String(head.events), head.hash];

/** Content of a seal's keyed hash. */
export const sealParts = (seal: ChainEnd) => ["audit-seal", String(seal.chain), String(seal.events), seal.hash];
