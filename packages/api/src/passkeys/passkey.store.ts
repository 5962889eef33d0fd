import { maxPasskeys } from "@vestibule/catalogue/account.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { sql } from "kysely";
import { lockAccountForUpdate, settledBefore } from "../accounts/account.store.ts";
import { appNow } from "../platform/database.adapter.ts";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";
import type { Challenge } from "./challenge.adapter.ts";

export interface Passkey {
  id: string;
  accountId: string;
  credentialId: string;
  publicKey: Buffer;
  signCount: number;
  /** Whether its device may copy it to the person's other devices. */
  isBackupEligible: boolean;
  isBlocked: boolean;
}

export interface NewPasskey extends Omit<Passkey, "id" | "isBlocked"> {
  relyingParty: string;
  transports: readonly string[];
  isBackedUp: boolean;
  name: string;
}

/** A passkey as its owner sees it. */
export interface ListedPasskey extends Pick<Passkey, "id" | "credentialId" | "isBlocked"> {
  /** Off until its owner keeps it, after an undo or a freeze. */
  isOff: boolean;
  /** Added longer ago than a change needs to settle. */
  isSettled: boolean;
  transports: string[];
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  isBackedUp: boolean;
}

/** A verified assertion, to be recorded with the action that it allows. */
export interface PasskeyUse {
  passkey: Passkey;
  challenge: Challenge;
  signCount: number;
  backedUp: boolean;
}

/** A bigint as a number, which holds every count of 32 bits. */
export const signCount = sql<number>`sign_count::float8`;
export const isBlocked = sql<boolean>`blocked_at is not null`;

/**
 * A copy was used if the signature count does not grow, unless the authenticator does not count. A passkey that may be
 * backed up is copied by design, and each device counts by itself.
 */
export function isCopy({ passkey, signCount }: PasskeyUse): boolean {
  return !passkey.isBackupEligible && (signCount > 0 || passkey.signCount > 0) && signCount <= passkey.signCount;
}

/**
 * Consumes the challenge and records the use; false when the challenge was used before or has expired, or when the
 * passkey was removed, blocked or used concurrently.
 */
export async function recordPasskeyUse(
  transaction: Trx,
  { passkey, challenge, signCount, backedUp }: PasskeyUse,
): Promise<boolean> {
  if (!(await consumeChallenge(transaction, challenge))) return false;
  const { numAffectedRows } = await sql`
    update passkey set sign_count = ${signCount}::bigint, backed_up = ${backedUp}::boolean, last_used_at = app_now()
    where id = ${passkey.id}::uuid and sign_count = ${passkey.signCount}::bigint and blocked_at is null`.execute(
    transaction,
  );
  return numAffectedRows === 1n;
}

/** Blocks a copied passkey; false when the challenge was used before, or the passkey is blocked already. */
export async function blockPasskey(transaction: Trx, { passkey, challenge }: PasskeyUse): Promise<boolean> {
  if (!(await consumeChallenge(transaction, challenge))) return false;
  const { numUpdatedRows } = await transaction
    .updateTable("passkey")
    .set({ blocked_at: appNow })
    .where("id", "=", passkey.id)
    .where("blocked_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Adds a passkey for the answer to a challenge. */
export async function insertPasskey(
  transaction: Trx,
  passkey: NewPasskey,
  challenge: Challenge,
): Promise<{ added: string } | "refused" | "tooMany"> {
  // Serializes the additions of one account, so that their number stays exact.
  await lockAccountForUpdate(transaction, passkey.accountId);
  const isAnswered = await consumeChallenge(transaction, challenge);
  const { count } = await transaction
    .selectFrom("passkey")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("account_id", "=", passkey.accountId)
    .where("removed_at", "is", null)
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxPasskeys) return "tooMany";
  if (!isAnswered) return "refused";
  const added = await transaction
    .insertInto("passkey")
    .values({
      account_id: passkey.accountId,
      credential_id: passkey.credentialId,
      relying_party: passkey.relyingParty,
      public_key: passkey.publicKey,
      sign_count: passkey.signCount,
      transports: [...passkey.transports],
      backup_eligible: passkey.isBackupEligible,
      backed_up: passkey.isBackedUp,
      name: passkey.name,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return added === undefined ? "refused" : { added: added.id };
}

export async function listPasskeys(database: DbOrTrx, accountId: string): Promise<ListedPasskey[]> {
  return database
    .selectFrom("passkey")
    .select(["id", "credential_id as credentialId", "transports", "name", "backed_up as isBackedUp"])
    .select(["created_at as createdAt", "last_used_at as lastUsedAt", isBlocked.as("isBlocked")])
    .select(sql<boolean>`off_since is not null`.as("isOff"))
    .select(sql<boolean>`created_at <= app_now() - make_interval(hours => ${ttl.settlingHours})`.as("isSettled"))
    .where("account_id", "=", accountId)
    .where("removed_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Whether an account has a passkey that can sign in at this relying party. */
export async function hasPasskey(
  database: DbOrTrx,
  { accountId, relyingParty = "" }: { accountId: string; relyingParty: string | undefined },
): Promise<boolean> {
  const row = await database
    .selectFrom("passkey")
    .select("id")
    .where("account_id", "=", accountId)
    .where("relying_party", "=", relyingParty)
    .where("blocked_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findPasskey(
  database: DbOrTrx,
  query: { accountId: string; credentialId: string; relyingParty: string },
): Promise<Passkey | undefined> {
  return database
    .selectFrom("passkey")
    .select(["id", "account_id as accountId", "credential_id as credentialId", "public_key as publicKey"])
    .select([signCount.as("signCount"), "backup_eligible as isBackupEligible", isBlocked.as("isBlocked")])
    .where("account_id", "=", query.accountId)
    .where("credential_id", "=", query.credentialId)
    .where("relying_party", "=", query.relyingParty)
    .executeTakeFirst();
}

export async function renamePasskey(transaction: Trx, { id, name }: { id: string; name: string }): Promise<void> {
  await transaction.updateTable("passkey").set({ name }).where("id", "=", id).execute();
}

/** Removes a passkey, so that an undo can still restore it; false when the account has no such passkey. */
export async function removePasskey(
  transaction: Trx,
  { accountId, id }: { accountId: string; id: string },
): Promise<boolean> {
  const { rows } = await sql`
    update passkey set removed_at = app_now(), blocked_at = coalesce(blocked_at, app_now()),
      off_since = case when blocked_at is null then app_now() else off_since end
    where id = ${id}::uuid and account_id = ${accountId}::uuid and removed_at is null returning id`.execute(
    transaction,
  );
  return rows.length > 0;
}

/** Turns off passkeys until their owner keeps them: all, or those that have not settled. */
export async function turnOffPasskeys(
  transaction: Trx,
  { accountId, which }: { accountId: string; which: "all" | "unsettled" },
): Promise<void> {
  await sql`
    update passkey set off_since = app_now(), blocked_at = app_now() from account
    where account.id = passkey.account_id and account_id = ${accountId}::uuid and blocked_at is null
      and (${which === "all"}::boolean or passkey.created_at > ${settledBefore})`.execute(transaction);
}

/** Restores, off, the settled passkeys whose removal has not settled, and the given one. */
export async function restoreRemovedPasskeys(
  transaction: Trx,
  { accountId, orId = null }: { accountId: string; orId?: string | undefined | null },
): Promise<void> {
  await sql`
    update passkey set removed_at = null from account
    where account.id = passkey.account_id and account_id = ${accountId}::uuid and removed_at is not null
      and (passkey.id = ${orId}::uuid or (removed_at > ${settledBefore} and passkey.created_at <= ${settledBefore}))
  `.execute(transaction);
}

/** Turns a passkey on again; false when the account has no such passkey that is off. */
export async function keepPasskey(
  transaction: Trx,
  { accountId, id }: { accountId: string; id: string },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable("passkey")
    .set({ off_since: null, blocked_at: null })
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .where("off_since", "is not", null)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Consumes a challenge; false when it was used before or has expired. */
async function consumeChallenge(transaction: Trx, { nonce, until }: Challenge): Promise<boolean> {
  const { rows } = await sql`
    insert into passkey_challenge (nonce, expires_at) select ${nonce}, to_timestamp(${until}::float8)
    where to_timestamp(${until}::float8) > app_now() on conflict do nothing returning nonce`.execute(transaction);
  return rows.length > 0;
}
