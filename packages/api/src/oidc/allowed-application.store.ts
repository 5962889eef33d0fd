import { sql } from "kysely";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";

/** An application that a person signed in to, by account and `client_id`. */
export interface AllowedApplication {
  accountId: string;
  clientId: string;
}

/** Records a sign-in to an application and adds its scopes to those of earlier ones. */
export async function recordApplicationUse(
  transaction: Trx,
  { accountId, clientId, scopes }: AllowedApplication & { scopes: readonly string[] },
): Promise<void> {
  await sql`
    insert into allowed_application (account_id, client_id, scopes)
    values (${accountId}::uuid, ${clientId}, ${[...scopes]})
    on conflict (account_id, client_id) do update set signed_in_at = app_now(), scopes = array(
      select distinct scope from unnest(allowed_application.scopes || excluded.scopes) scope order by scope)`.execute(
    transaction,
  );
}

/** Lists the applications of an account, the one that the person signed in to last first. */
export async function listAllowedApplications(database: DbOrTrx, accountId: string) {
  return database
    .selectFrom("allowed_application")
    .select(["client_id as clientId", "scopes", "allowed_at as allowedAt", "signed_in_at as signedInAt"])
    .where("account_id", "=", accountId)
    .orderBy("signed_in_at", "desc")
    .orderBy("client_id")
    .execute();
}

/** Returns whether the account had allowed the application. */
export async function deleteAllowedApplication(
  transaction: Trx,
  { accountId, clientId }: AllowedApplication,
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom("allowed_application")
    .where("account_id", "=", accountId)
    .where("client_id", "=", clientId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
