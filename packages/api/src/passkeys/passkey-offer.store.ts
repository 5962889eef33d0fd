import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { sql } from "kysely";
import { appNow } from "../platform/database.adapter.ts";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";

const codesUntilOffer = 2;

/** Whether an account has no passkey, its last sign-ins took a code, and its person has not refused one lately. */
export async function isPasskeyOfferDue(database: DbOrTrx, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from account
    where id = ${accountId}::uuid and codes_in_a_row >= ${codesUntilOffer}
      and coalesce(passkey_declined_at < app_now() - make_interval(days => ${ttl.passkeyOfferAgainDays}), true)
      and not exists (select from passkey where account_id = account.id and removed_at is null)`.execute(database);
  return rows.length > 0;
}

/** Records that the person refused the passkey that was offered. */
export async function recordPasskeyRefusal(transaction: Trx, accountId: string): Promise<void> {
  await transaction.updateTable("account").set({ passkey_declined_at: appNow }).where("id", "=", accountId).execute();
}
