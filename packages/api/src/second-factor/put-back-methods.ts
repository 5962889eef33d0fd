import type { AccountChange } from "@vestibule/contract/internal/support-desk.schema.ts";
import type { Trx } from "../platform/database.table.ts";
import {
  denyAuthenticator,
  restoreRemovedAuthenticators,
  turnOffUnsettledAuthenticators,
} from "./authenticator.store.ts";
import { revokeUnsettledRecoveryCodes } from "./recovery-code.store.ts";

/**
 * Puts back what has not settled, and a denied change, however old. Settled apps stay on, unlike passkeys: they sign in
 * to nothing by themselves, and without them a mailbox alone would be enough.
 */
export async function putBackMethods(
  transaction: Trx,
  accountId: string,
  denied?: Pick<AccountChange, "kind" | "id">,
): Promise<void> {
  const orId = denied?.kind === "authenticatorRemoved" ? denied.id : undefined;
  await restoreRemovedAuthenticators(transaction, { accountId, orId });
  if (denied?.kind === "authenticatorAdded") await denyAuthenticator(transaction, { accountId, id: denied.id });
  await turnOffUnsettledMethods(transaction, accountId);
}

/** Turns off the authenticator apps and ends the recovery codes that have not settled. */
export async function turnOffUnsettledMethods(transaction: Trx, accountId: string): Promise<void> {
  await turnOffUnsettledAuthenticators(transaction, accountId);
  await revokeUnsettledRecoveryCodes(transaction, accountId);
}
