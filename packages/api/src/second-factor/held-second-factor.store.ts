import type { SecondFactorId } from "@vestibule/catalogue/second-factor.table.ts";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";

/** Methods by which a code came that the owner had not asked for; they are off until another second proof. */
export async function listHeldMethods(database: DbOrTrx, accountId: string): Promise<SecondFactorId[]> {
  const rows = await database
    .selectFrom("held_second_factor")
    .select("method")
    .where("account_id", "=", accountId)
    .execute();
  return rows.map(({ method }) => method);
}

export async function holdMethod(transaction: Trx, held: { accountId: string; method: SecondFactorId }): Promise<void> {
  await transaction
    .insertInto("held_second_factor")
    .values({ account_id: held.accountId, method: held.method })
    .onConflict((on) => on.doNothing())
    .execute();
}

export async function releaseMethods(transaction: Trx, accountId: string): Promise<void> {
  await transaction.deleteFrom("held_second_factor").where("account_id", "=", accountId).execute();
}
