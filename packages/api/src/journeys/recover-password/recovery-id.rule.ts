import { createOpaqueId, type OpaqueIdPurpose, readOpaqueId } from "../../capabilities/accounts/opaque-id.rule.ts";
import type { KeyRing } from "../../platform/keys.port.ts";

/** What an id of the wire leads to: a row by its id, or nobody. */
export interface RecoveryReference<Purpose extends OpaqueIdPurpose = OpaqueIdPurpose> {
  purpose: Purpose;
  /** Undefined for a decoy. */
  id: string | undefined;
}

/** Opens an id that may serve these purposes under a brand; undefined for every other. */
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

/** The id under which a recovery is known outside: opaque, and another one each time. */
export function createRecoveryId(ring: KeyRing, recovery: { id: string; brandId: string }): string {
  return createOpaqueId(ring, { purpose: "recovery", brandId: recovery.brandId, accountId: recovery.id });
}
