import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import type { TypedEmail } from "@vestibule/contract/fields/email.rule.ts";
import { sql } from "kysely";
import { appNow, incrementColumn } from "../platform/database.adapter.ts";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";
import { keyedHash, keyedHashes } from "../platform/keyed-hash.adapter.ts";
import type { Keys } from "../platform/keys.port.ts";
import { settledBefore } from "./account.store.ts";

const tokenParts = (token: string) => ["undo email", token];

/** Ends the requests of an account that were not confirmed; returns their ids. */
export async function endRequestedChanges(transaction: Trx, accountId: string): Promise<string[]> {
  const rows = await transaction
    .updateTable("email_change")
    .set({ ended_at: appNow })
    .where("account_id", "=", accountId)
    .where("changed_at", "is", null)
    .where("ended_at", "is", null)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

export async function insertEmailChange(
  transaction: Trx,
  change: TypedEmail & { brandId: string; accountId: string; sessionIdHash: string; wrongCodeLimit: number },
): Promise<string> {
  const { id } = await transaction
    .insertInto("email_change")
    .values({
      brand: change.brandId,
      account_id: change.accountId,
      session_id_hash: change.sessionIdHash,
      email: change.email,
      email_typed: change.emailAsTyped,
      wrong_code_limit: change.wrongCodeLimit,
      requested_at: appNow,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export interface RequestedChange extends TypedEmail {
  id: string;
  wrongCodeLimit: number;
}

/** The open request of a session, with a row lock. */
export async function lockRequestedChange(
  transaction: Trx,
  of: { accountId: string; sessionIdHash: string },
): Promise<RequestedChange | undefined> {
  return transaction
    .selectFrom("email_change")
    .select(["id", "email", "email_typed as emailAsTyped", "wrong_code_limit as wrongCodeLimit"])
    .where("account_id", "=", of.accountId)
    .where("session_id_hash", "=", of.sessionIdHash)
    .where("changed_at", "is", null)
    .where("ended_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

export function countWrongEmailCode(transaction: Trx, id: string): Promise<number> {
  return incrementColumn(transaction, "email_change", { id, column: "wrong_codes" });
}

/** Records a change with the hash of the token that undoes it, if any; returns when the token expires. */
export async function recordEmailChange(
  keys: Pick<Keys, "secretHash">,
  transaction: Trx,
  change: { id: string; previous: TypedEmail; undoToken: string | undefined },
): Promise<Date | null> {
  const { id, previous, undoToken } = change;
  const { undo_ends_at: endsAt } = await transaction
    .updateTable("email_change")
    .set({
      changed_at: appNow,
      previous_email: previous.email,
      previous_email_typed: previous.emailAsTyped,
      ...(undoToken !== undefined && {
        undo_token_hash: keyedHash(keys.secretHash, tokenParts(undoToken)),
        undo_ends_at: sql<Date>`app_now() + make_interval(hours => ${ttl.emailUndoHours})`,
      }),
    })
    .where("id", "=", id)
    .returning("undo_ends_at")
    .executeTakeFirstOrThrow();
  return endsAt;
}

export interface EmailUndo extends ChangeToPutBack {
  state: "open" | "undone" | "ended";
}

const undoState = sql<EmailUndo["state"]>`case when undone_at is not null then 'undone'
  when ended_at is null and undo_ends_at > app_now() then 'open' else 'ended' end`;

/** Finds the change that a token undoes; undefined for an unknown token or another brand. */
export async function findEmailUndo(
  keys: Pick<Keys, "secretHash">,
  database: DbOrTrx,
  { token, brandId }: { token: string; brandId: string },
): Promise<EmailUndo | undefined> {
  const row = await database
    .selectFrom("email_change")
    .select(["id", "account_id as accountId", "previous_email", "previous_email_typed", undoState.as("state")])
    .where("undo_token_hash", "in", keyedHashes(keys.secretHash, tokenParts(token)))
    .where("brand", "=", brandId)
    .executeTakeFirst();
  if (row === undefined || row.previous_email === null) return undefined;
  const { previous_email: email, previous_email_typed: emailAsTyped, ...undo } = row;
  return { ...undo, previous: { email, emailAsTyped: emailAsTyped ?? email } };
}

export interface ChangeToPutBack {
  id: string;
  accountId: string;
  previous: TypedEmail;
}

/** The earliest change of e-mail that has not settled, or the given one where that is earlier. */
export async function findChangeToPutBack(
  database: DbOrTrx,
  { accountId, orId = null }: { accountId: string; orId?: string | undefined | null },
): Promise<ChangeToPutBack | undefined> {
  const { rows } = await sql<{ id: string; email: string; emailAsTyped: string }>`
    select email_change.id, previous_email as email, coalesce(previous_email_typed, previous_email) as "emailAsTyped"
    from email_change join account on account.id = email_change.account_id
    where account_id = ${accountId}::uuid and previous_email is not null and undone_at is null and ended_at is null
      and (changed_at > ${settledBefore} or email_change.id = ${orId}::uuid)
    order by changed_at limit 1`.execute(database);
  const [change] = rows;
  if (change === undefined) return undefined;
  const { id, ...previous } = change;
  return { id, accountId, previous };
}

/** Records a change that a link made, without a code and without an undo. */
export async function insertConfirmedChange(
  transaction: Trx,
  change: TypedEmail & { brandId: string; accountId: string; previous: TypedEmail },
): Promise<void> {
  await transaction
    .insertInto("email_change")
    .values({
      brand: change.brandId,
      account_id: change.accountId,
      session_id_hash: "",
      email: change.email,
      email_typed: change.emailAsTyped,
      previous_email: change.previous.email,
      previous_email_typed: change.previous.emailAsTyped,
      wrong_code_limit: 0,
      requested_at: appNow,
      changed_at: appNow,
    })
    .execute();
}

/**
 * Ends later changes of the account too: their links would restore an e-mail that is not the previous one. E-mails that
 * were first proven by one of them are no longer proven.
 */
export async function recordUndo(
  transaction: Trx,
  { id, accountId }: Pick<ChangeToPutBack, "id" | "accountId">,
): Promise<void> {
  await transaction.updateTable("email_change").set({ undone_at: appNow }).where("id", "=", id).execute();
  await transaction
    .updateTable("email_change")
    .set({ ended_at: appNow })
    .where("account_id", "=", accountId)
    .where("id", "<>", id)
    .where("ended_at", "is", null)
    .where("requested_at", ">=", sql<Date>`(select requested_at from email_change undone where undone.id = ${id})`)
    .execute();
  await sql`
    delete from account_contact proven using email_change undone
    where undone.id = ${id}::uuid and proven.account_id = undone.account_id and confirmed_at >= undone.changed_at
      and contact in (select email from email_change later
        where later.account_id = undone.account_id and later.changed_at >= undone.changed_at)`.execute(transaction);
}
