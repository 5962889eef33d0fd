import { maxAuthenticators } from "@vestibule/catalogue/account.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { sql } from "kysely";
import { settledBefore } from "../accounts/account.store.ts";
import { appNow } from "../platform/database.adapter.ts";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";

/** An authenticator app as its owner sees it. */
export interface ListedAuthenticator {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** Off until its owner keeps it, after an undo or a freeze. */
  isOff: boolean;
  /** Added longer ago than a change needs to settle. */
  isSettled: boolean;
}

/** SQL condition on a row of `authenticator`: its codes are accepted. */
export const isAuthenticatorInForce = sql<boolean>`(confirmed_at is not null and off_since is null and removed_at is null)`;

export async function listAuthenticators(database: DbOrTrx, accountId: string): Promise<ListedAuthenticator[]> {
  return database
    .selectFrom("authenticator")
    .select(["id", "name", "last_used_at as lastUsedAt"])
    .select(sql<Date>`confirmed_at`.as("createdAt"))
    .select(sql<boolean>`off_since is not null`.as("isOff"))
    .select(sql<boolean>`confirmed_at <= app_now() - make_interval(hours => ${ttl.settlingHours})`.as("isSettled"))
    .where("account_id", "=", accountId)
    .where("confirmed_at", "is not", null)
    .where("removed_at", "is", null)
    .orderBy("confirmed_at")
    .orderBy("id")
    .execute();
}

export async function hasAuthenticator(database: DbOrTrx, accountId: string): Promise<boolean> {
  const row = await database
    .selectFrom("authenticator")
    .select("id")
    .where("account_id", "=", accountId)
    .where(isAuthenticatorInForce)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export interface AuthenticatorSecret {
  id: string;
  /** Encrypted. */
  secret: string;
  /** Newest accepted time step; null before the first. */
  lastStep: number | null;
  /** The database's time. */
  now: Date;
}

const secretColumns = sql`id, secret, last_step::float8 as "lastStep", app_now() as now`;

/** The apps of an account whose codes are accepted, with row locks, so that concurrent calls see each other's steps. */
export async function lockAuthenticators(transaction: Trx, accountId: string): Promise<AuthenticatorSecret[]> {
  const { rows } = await sql<AuthenticatorSecret>`
    select ${secretColumns} from authenticator where account_id = ${accountId}::uuid and ${isAuthenticatorInForce}
    order by id for update`.execute(transaction);
  return rows;
}

/** Uses up a time step and those before it. */
export async function recordStep(transaction: Trx, { id, step }: { id: string; step: number }): Promise<void> {
  await transaction
    .updateTable("authenticator")
    .set({ last_step: step, last_used_at: appNow })
    .where("id", "=", id)
    .execute();
}

type SetupOwner = { accountId: string; sessionIdHash: string };

/** SQL condition: the app that a session is setting up. */
const isOfSetup = ({ accountId, sessionIdHash }: SetupOwner) => sql<boolean>`
  account_id = ${accountId}::uuid and session_id_hash = ${sessionIdHash} and confirmed_at is null
  and created_at > app_now() - make_interval(mins => ${ttl.authenticatorSetupMinutes})`;

/** The app that this session is setting up, with a row lock; undefined where there is none, or it is too old. */
export async function lockSetup(transaction: Trx, owner: SetupOwner): Promise<AuthenticatorSecret | undefined> {
  const { rows } = await sql<AuthenticatorSecret>`
    select ${secretColumns} from authenticator where ${isOfSetup(owner)} for update`.execute(transaction);
  return rows[0];
}

/** Starts a setup and ends the others of the account. */
export async function insertSetup(
  transaction: Trx,
  setup: SetupOwner & { sealed: string; keyId: string },
): Promise<void> {
  await transaction
    .deleteFrom("authenticator")
    .where("account_id", "=", setup.accountId)
    .where("confirmed_at", "is", null)
    .execute();
  await transaction
    .insertInto("authenticator")
    .values({
      account_id: setup.accountId,
      session_id_hash: setup.sessionIdHash,
      name: "",
      secret: setup.sealed,
      key_id: setup.keyId,
    })
    .execute();
}

/** Whether the account may have one more app. The caller has locked the account. */
export async function hasRoomForAuthenticator(transaction: Trx, accountId: string): Promise<boolean> {
  return (await listAuthenticators(transaction, accountId)).length < maxAuthenticators;
}

/** Confirms a setup by its first code, which uses up the code's step. */
export async function confirmSetup(
  transaction: Trx,
  { id, name, step }: { id: string; name: string; step: number },
): Promise<void> {
  await transaction
    .updateTable("authenticator")
    .set({ name, last_step: step, confirmed_at: appNow, last_used_at: null, session_id_hash: null })
    .where("id", "=", id)
    .execute();
}

export async function renameAuthenticator(transaction: Trx, { id, name }: { id: string; name: string }): Promise<void> {
  await transaction.updateTable("authenticator").set({ name }).where("id", "=", id).execute();
}

/** Removes an app, so that an undo can still restore it. */
export async function removeAuthenticator(
  transaction: Trx,
  { accountId, id }: { accountId: string; id: string },
): Promise<void> {
  await transaction
    .updateTable("authenticator")
    .set({ removed_at: appNow })
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .where("removed_at", "is", null)
    .execute();
}

/** Turns an app off and removes it, so that a later undo does not restore it. */
export async function denyAuthenticator(
  transaction: Trx,
  { accountId, id }: { accountId: string; id: string },
): Promise<void> {
  await removeAuthenticator(transaction, { accountId, id });
  await transaction
    .updateTable("authenticator")
    .set({ off_since: appNow })
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .execute();
}

/** Turns an app on again; false when the account has no such app that is off. */
export async function keepAuthenticator(
  transaction: Trx,
  { accountId, id }: { accountId: string; id: string },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable("authenticator")
    .set({ off_since: null })
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .where("off_since", "is not", null)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Turns off the apps that have not settled, until their owner keeps them. */
export async function turnOffUnsettledAuthenticators(transaction: Trx, accountId: string): Promise<void> {
  await sql`
    update authenticator set off_since = app_now() from account
    where account.id = authenticator.account_id and account_id = ${accountId}::uuid and off_since is null
      and confirmed_at > ${settledBefore}`.execute(transaction);
}

/** Restores the settled apps whose removal has not settled, and the given one; none that was off or denied before. */
export async function restoreRemovedAuthenticators(
  transaction: Trx,
  { accountId, orId = null }: { accountId: string; orId?: string | undefined | null },
): Promise<void> {
  await sql`
    update authenticator set removed_at = null from account
    where account.id = authenticator.account_id and account_id = ${accountId}::uuid and removed_at is not null
      and (authenticator.id = ${orId}::uuid
        or (removed_at > ${settledBefore} and confirmed_at <= ${settledBefore} and off_since is null))`.execute(
    transaction,
  );
}

/** Secrets after an id that are encrypted under another key than the given one, with row locks. */
export async function lockSecretsOfOtherKeys(
  transaction: Trx,
  { keyId, after, limit }: { keyId: string; after: string; limit: number },
): Promise<{ id: string; accountId: string; secret: string }[]> {
  return transaction
    .selectFrom("authenticator")
    .select(["id", "account_id as accountId", "secret"])
    .where("key_id", "<>", keyId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

export async function replaceSecret(
  transaction: Trx,
  { id, sealed, keyId }: { id: string; sealed: string; keyId: string },
): Promise<void> {
  await transaction.updateTable("authenticator").set({ secret: sealed, key_id: keyId }).where("id", "=", id).execute();
}
