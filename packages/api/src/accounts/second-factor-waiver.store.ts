import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { sql } from "kysely";
import { appNow } from "../platform/database.adapter.ts";
import type { Trx } from "../platform/database.table.ts";

/** Waives the second proof of an account, whose next pending sign-in can set up a method in its place. */
export async function grantWaiver(transaction: Trx, accountId: string): Promise<void> {
  await sql`
    update account set second_factor_waived_until = app_now() + make_interval(hours => ${ttl.secondFactorWaiverHours})
    where id = ${accountId}::uuid`.execute(transaction);
}

/** Ends the waiver of an account; false where none is in force. */
export async function endWaiver(transaction: Trx, accountId: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable("account")
    .set({ second_factor_waived_until: null })
    .where("id", "=", accountId)
    .where("second_factor_waived_until", ">", appNow)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
