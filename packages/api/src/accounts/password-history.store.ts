import { sql } from "kysely";
import { appNow } from "../platform/database.adapter.ts";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";

const kept = 5;

/** Adds a new password to the history and deletes all but the last five. */
export async function addToPasswordHistory(transaction: Trx, password: { accountId: string; passwordHash: string }) {
  await transaction
    .insertInto("password_history")
    .values({ account_id: password.accountId, password_hash: password.passwordHash, set_at: appNow })
    .execute();
  await sql`
    delete from password_history where account_id = ${password.accountId} and set_at not in (
      select set_at from password_history where account_id = ${password.accountId} order by set_at desc limit ${kept})
  `.execute(transaction);
}

/** Replaces an outdated hash with one of the same password under the current settings. */
export async function updatePasswordHistory(
  transaction: Trx,
  change: { accountId: string; staleHash: string; upgradedHash: string },
) {
  await transaction
    .updateTable("password_history")
    .set({ password_hash: change.upgradedHash })
    .where("account_id", "=", change.accountId)
    .where("password_hash", "=", change.staleHash)
    .execute();
}

export async function readPasswordHistory(database: DbOrTrx, accountId: string): Promise<string[]> {
  const rows = await database
    .selectFrom("password_history")
    .select("password_hash")
    .where("account_id", "=", accountId)
    .orderBy("set_at", "desc")
    .limit(kept)
    .execute();
  return rows.map((row) => row.password_hash);
}
