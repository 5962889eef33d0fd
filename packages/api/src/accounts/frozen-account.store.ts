import { sql } from "kysely";
import { appNow } from "../platform/database.adapter.ts";
import type { Trx } from "../platform/database.table.ts";
import { forgetBrowsers } from "./known-browser.store.ts";
import { revokeAccess } from "./revoke-access.store.ts";

/**
 * Freezes an account until an agent lifts the freeze, and revokes its sessions, tickets, links, password resets and
 * codes, and its known browsers. False when a concurrent request froze it.
 */
export async function freezeAccount(transaction: Trx, accountId: string): Promise<boolean> {
  const frozen = await transaction
    .updateTable("account")
    .set({ frozen_at: appNow, disabled: true, status: "L" })
    .where("id", "=", accountId)
    .where("frozen_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (frozen === undefined) return false;
  await sql`
    update one_time_code set superseded_at = app_now()
    where session_id in (select id from recovery where account_id = ${accountId} and done_at is null)
      and used_at is null and superseded_at is null`.execute(transaction);
  await revokeAccess(transaction, accountId);
  await forgetBrowsers(transaction, { accountId });
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
