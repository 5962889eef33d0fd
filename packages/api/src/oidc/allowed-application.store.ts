import { sql } from "kysely";
import { isOfEvent, settledBefore } from "../accounts/account.store.ts";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";

/** An application that a person signed in to, by account and `client_id`. */
export interface AllowedApplication {
  accountId: string;
  clientId: string;
}

/**
 * Records a sign-in to an application and adds its scopes to those of earlier ones. A consent that does not cover them
 * ends: the application was one of the insurer when it got them.
 */
export async function recordApplicationUse(
  transaction: Trx,
  { accountId, clientId, scopes }: AllowedApplication & { scopes: readonly string[] },
): Promise<void> {
  await sql`
    insert into allowed_application (account_id, client_id, scopes)
    values (${accountId}::uuid, ${clientId}, ${[...scopes]})
    on conflict (account_id, client_id) do update set signed_in_at = app_now(),
      consented_at = case when allowed_application.scopes @> excluded.scopes then allowed_application.consented_at end,
      scopes = ${allScopes}`.execute(transaction);
}

/** SQL in an upsert: the previous scopes and the new ones. */
const allScopes = sql`array(
  select distinct scope from unnest(allowed_application.scopes || excluded.scopes) scope order by scope)`;

/** Keeps the consent of a person to these scopes, in addition to those that they consented to before. */
export async function saveConsent(
  transaction: Trx,
  { accountId, clientId, scopes }: AllowedApplication & { scopes: readonly string[] },
): Promise<void> {
  await sql`
    insert into allowed_application (account_id, client_id, scopes, consented_at)
    values (${accountId}::uuid, ${clientId}, ${[...scopes]}, app_now())
    on conflict (account_id, client_id) do update set consented_at = app_now(),
      scopes = case when allowed_application.consented_at is null then excluded.scopes else ${allScopes} end`.execute(
    transaction,
  );
}

/** Ends the consents that have not settled: another person may have given them. The applications ask again. */
export async function endUnsettledConsents(transaction: Trx, accountId: string): Promise<void> {
  await sql`
    update allowed_application set consented_at = null from account
    where account.id = allowed_application.account_id and account.id = ${accountId}::uuid
      and consented_at > ${settledBefore}`.execute(transaction);
}

/** Ends the consent that an event gave, however old. */
export async function endConsentOf(
  transaction: Trx,
  { accountId, eventAt }: { accountId: string; eventAt: Date },
): Promise<void> {
  await sql`
    update allowed_application set consented_at = null
    where account_id = ${accountId}::uuid and ${isOfEvent(sql`consented_at`, eventAt)}`.execute(transaction);
}

/** Whether a person consented to all these scopes. */
export async function hasConsent(
  database: DbOrTrx,
  { accountId, clientId, scopes }: AllowedApplication & { scopes: readonly string[] },
): Promise<boolean> {
  const row = await database
    .selectFrom("allowed_application")
    .select("client_id")
    .where("account_id", "=", accountId)
    .where("client_id", "=", clientId)
    .where("consented_at", "is not", null)
    .where("scopes", "@>", sql<string[]>`${[...scopes]}::text[]`)
    .executeTakeFirst();
  return row !== undefined;
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
