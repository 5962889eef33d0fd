import { createOpaqueId, type OpaqueIdPurpose, readOpaqueId } from "../../accounts/opaque-id.rule.ts";
import type { KeyRing } from "../../platform/keys.port.ts";

/**
 * Reads an id that may have one of these purposes under a brand; undefined for any other. A result without `id` is a
 * decoy.
 */
export function readRecoveryId<Purpose extends OpaqueIdPurpose>(
  ring: KeyRing,
  handle: { text: string; brandId: string; purposes: readonly Purpose[] },
): { purpose: Purpose; id: string | undefined } | undefined {
  const { text, brandId, purposes } = handle;
  for (const purpose of purposes) {
    const opened = readOpaqueId(ring, { purpose, brandId, text });
    if (opened) return { purpose, id: opened.id };
  }
  return undefined;
}

/** Creates the public id of a recovery: opaque, and different on each call. */
export function createRecoveryId(ring: KeyRing, recovery: { id: string; brandId: string }): string {
  return createOpaqueId(ring, { purpose: "recovery", brandId: recovery.brandId, accountId: recovery.id });
}
