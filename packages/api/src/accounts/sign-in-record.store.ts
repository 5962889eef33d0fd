import { type RawBuilder, sql } from "kysely";
import type { Trx } from "../platform/database.table.ts";
import type { Account } from "./account.store.ts";

export interface SignInRecord {
  /** The account as read before its password was verified. */
  account: Pick<Account, "id" | "passwordHash" | "passwordChangedAt">;
  /** The same password hashed with the current settings, when the verified hash needs a rehash. */
  upgradedHash?: string | undefined;
  /** The sign-in waits for a second proof, so it is not the account's last one yet. */
  isPending?: boolean;
  /** SQL of the account's sign-ins by a code in a row; absent: as before. */
  codesInARow?: RawBuilder<unknown>;
}

/**
 * Records a sign-in if the account is unchanged since it was verified: same password, not disabled, not locked. Returns
 * when the previous sign-in was; undefined for a changed account.
 */
export async function recordVerifiedSignIn(
  transaction: Trx,
  { account, upgradedHash, isPending = false, codesInARow = sql`account.codes_in_a_row` }: SignInRecord,
): Promise<{ previousSignInAt: Date | null } | undefined> {
  // A concurrent sign-in may have replaced an older hash of the same password, so the time of the change is compared.
  // The tolerance is for the microseconds that JavaScript dates lose.
  const { rows } = await sql<{ previousSignInAt: Date | null }>`
    update account set last_sign_in_at = ${isPending ? sql`account.last_sign_in_at` : sql`app_now()`},
      codes_in_a_row = ${codesInARow}, password_hash = case
        when account.password_hash = ${account.passwordHash} then coalesce(${upgradedHash ?? null}, account.password_hash)
        else account.password_hash end
    from (
      select id, last_sign_in_at from account
      where id = ${account.id} and status = 'A' and not disabled
        and password_changed_at < ${account.passwordChangedAt}::timestamptz + interval '2 milliseconds'
      for no key update) before
    where account.id = before.id returning before.last_sign_in_at as "previousSignInAt"`.execute(transaction);
  if (rows.length > 0 && upgradedHash !== undefined)
    await transaction
      .updateTable("password_history")
      .set({ password_hash: upgradedHash })
      .where("account_id", "=", account.id)
      .where("password_hash", "=", account.passwordHash)
      .execute();
  return rows[0];
}
