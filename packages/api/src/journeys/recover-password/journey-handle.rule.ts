import {
  accountHandle,
  type HandlePurpose,
  openAccountHandle,
} from "../../capabilities/accounts/account-handle.rule.ts";
import type { KeyRing } from "../../platform/keys.port.ts";

/** What an id of the wire leads to: a row by its id, or nobody. */
export interface JourneyHandle<Purpose extends HandlePurpose = HandlePurpose> {
  purpose: Purpose;
  /** Undefined for a decoy. */
  id: string | undefined;
}

/** Opens an id that may serve these purposes under a brand; undefined for every other. */
export function openHandle<Purpose extends HandlePurpose>(
  ring: KeyRing,
  handle: { text: string; brandId: string; purposes: readonly Purpose[] },
): JourneyHandle<Purpose> | undefined {
  const { text, brandId, purposes } = handle;
  for (const purpose of purposes) {
    const opened = openAccountHandle(ring, { purpose, brandId, text });
    if (opened) return { purpose, id: opened.kind === "account" ? opened.accountId : undefined };
  }
  return undefined;
}

/** The id under which a recovery is known outside: opaque, and another one each time. */
export function recoveryHandle(ring: KeyRing, recovery: { id: string; brandId: string }): string {
  return accountHandle(ring, { purpose: "recovery", brandId: recovery.brandId, accountId: recovery.id });
}
