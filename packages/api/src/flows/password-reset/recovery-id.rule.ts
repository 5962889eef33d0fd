import { createOpaqueId, type OpaqueIdPurpose, readOpaqueId } from "../../accounts/opaque-id.rule.ts";
import type { KeyRing } from "../../platform/keys.port.ts";

/** What an id in a request refers to: a row, or nothing for a decoy. */
export interface RecoveryReference<Purpose extends OpaqueIdPurpose = OpaqueIdPurpose> {
  purpose: Purpose;
  /** Undefined for a decoy. */
  id: string | undefined;
}

/** Reads an id that may have these purposes under a brand; undefined for any other. */
export function readRecoveryId<Purpose extends OpaqueIdPurpose>(
  ring: KeyRing,
  handle: { text: string; brandId: string; purposes: readonly Purpose[] },
): RecoveryReference<Purpose> | undefined {
  const { text, brandId, purposes } = handle;
  for (const purpose of purposes) {
    const opened = readOpaqueId(ring, { purpose, brandId, text });
    if (opened) return { purpose, id: opened.kind === "account" ? opened.accountId : undefined };
  }
  return undefined;
}

/** Creates the public id of a recovery: opaque, and different on each call. */
export function createRecoveryId(ring: KeyRing, recovery: { id: string; brandId: string }): string {
  return createOpaqueId(ring, { purpose: "recovery", brandId: recovery.brandId, accountId: recovery.id });
}
