import { appNow } from "../platform/database.adapter.ts";
import type { Trx } from "../platform/database.table.ts";
import { type DeniedChange, putBackEmail, secureAccount } from "./settling.store.ts";

/**
 * Freezes an account until an agent lifts the freeze: puts back what has not settled and what its person denies, and
 * revokes all access. False when a concurrent request froze it.
 */
export async function freezeAccount(transaction: Trx, accountId: string, denied?: DeniedChange): Promise<boolean> {
  const frozen = await transaction
    .updateTable("account")
    .set({ frozen_at: appNow, disabled: true })
    .where("id", "=", accountId)
    .where("frozen_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (frozen === undefined) return false;
  await putBackEmail(transaction, accountId, denied);
  await secureAccount(transaction, accountId, { denied });
  return true;
}

/** Lifts the freeze of an account, whose person must then choose a new password. False when it is not frozen. */
export async function liftFreeze(transaction: Trx, accountId: string): Promise<boolean> {
  const lifted = await transaction
    .updateTable("account")
    .set({ frozen_at: null, disabled: false, status: "L" })
    .where("id", "=", accountId)
    .where("frozen_at", "is not", null)
    .returning("id")
    .executeTakeFirst();
  return lifted !== undefined;
}
