import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { TypedEmail } from "@vestibule/contract/fields/email.rule.ts";
import { sql } from "kysely";
import { appNow } from "../platform/database.adapter.ts";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";
import { isUniqueViolation, SerializationFailure } from "../platform/database-fault.rule.ts";
import { releaseMethods } from "../second-factor/held-second-factor.store.ts";
import { findAccountById, findEmailHolder } from "./account.store.ts";
import { endSessionsOfAccount } from "./gateway-session.store.ts";
import { stopRememberingBrowsers } from "./known-browser.store.ts";
import { revokePendingSignIns } from "./pending-sign-in.store.ts";
import { revokeTickets } from "./sign-in-ticket.store.ts";

/** Locks the password until a reset; false when it was already locked. */
export async function lockPassword(transaction: Trx, accountId: string): Promise<boolean> {
  const row = await transaction
    .updateTable("account")
    .set({ status: "L" })
    .where("id", "=", accountId)
    .where("status", "=", "A")
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** False when the password was not locked, or stays so until a new one because of an undo or a freeze. */
export async function unlockPassword(transaction: Trx, accountId: string): Promise<boolean> {
  const row = await transaction
    .updateTable("account")
    .set({ status: "A" })
    .where("id", "=", accountId)
    .where("status", "=", "L")
    .where("incident_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

const keptHashes = 5;

/** Hashes of the last five passwords, including the current one, newest first. */
export async function readPasswordHistory(database: DbOrTrx, accountId: string): Promise<string[]> {
  const rows = await database
    .selectFrom("password_history")
    .select("password_hash")
    .where("account_id", "=", accountId)
    .orderBy("set_at", "desc")
    .limit(keptHashes)
    .execute();
  return rows.map((row) => row.password_hash);
}

/**
 * Sets a new password, hashed before the transaction began, and adds it to the history. Activates a locked account,
 * ends its sessions but the one with the kept id hash, remembers no browser but that of the kept session, revokes its
 * tickets and pending sign-ins, and turns held methods on; an account disabled by the insurer stays disabled.
 */
export async function setPassword(
  transaction: Trx,
  { accountId, passwordHash, keptSession }: { accountId: string; passwordHash: string; keptSession?: string },
): Promise<void> {
  await transaction
    .updateTable("account")
    .set({
      password_hash: passwordHash,
      password_changed_at: appNow,
      status: "A",
      temporary_until: null,
      incident_at: null,
      second_factor_waived_until: null,
    })
    .where("id", "=", accountId)
    .execute();
  await transaction
    .insertInto("password_history")
    .values({ account_id: accountId, password_hash: passwordHash, set_at: appNow })
    .execute();
  await sql`
    delete from password_history where account_id = ${accountId} and set_at not in (
      select set_at from password_history where account_id = ${accountId} order by set_at desc limit ${keptHashes})
  `.execute(transaction);
  await endSessionsOfAccount(transaction, accountId, keptSession);
  await stopRememberingBrowsers(transaction, { accountId, exceptOf: keptSession });
  await revokeTickets(transaction, accountId);
  await revokePendingSignIns(transaction, accountId);
  await releaseMethods(transaction, accountId);
}

/** Changes the e-mail unless it is another account's. A remaining race is a unique violation, which aborts. */
export async function changeEmail(
  transaction: Trx,
  { accountId, email, emailAsTyped }: TypedEmail & { accountId: string },
): Promise<"changed" | "emailTaken"> {
  const account = await findAccountById(transaction, accountId);
  const holder = account && (await findEmailHolder(transaction, { brandId: account.brandId, email }));
  if (holder !== undefined && holder.id !== accountId) return "emailTaken";
  await sql`
    update account set email = ${email}, email_typed = ${emailAsTyped}, second_factor_waived_until = null
    where id = ${accountId}`
    .execute(transaction)
    .catch(retryIfTaken);
  return "changed";
}

/** The unique index decides between two accounts; the transaction of the other one runs again and finds the winner. */
function retryIfTaken(fault: unknown): never {
  throw isUniqueViolation(fault) ? new SerializationFailure(emailTaken) : fault;
}

const emailTaken = "the account's new e-mail was taken concurrently";

/** Changes the e-mail after a check that it is free; where another account took it since, the transaction runs again. */
export async function changeToFreeEmail(transaction: Trx, change: Parameters<typeof changeEmail>[1]): Promise<void> {
  if ((await changeEmail(transaction, change)) === "emailTaken") throw new SerializationFailure(emailTaken);
}

/** Saves which method of the second proof is asked for first. */
export async function setSecondFactorFirst(
  transaction: Trx,
  { accountId, id }: { accountId: string; id: string },
): Promise<void> {
  await transaction.updateTable("account").set({ second_factor_first: id }).where("id", "=", accountId).execute();
}

/** Changes what is given of language and province; false where the account has both already. */
export async function setLocale(
  transaction: Trx,
  accountId: string,
  { language = null, province = null }: { language?: Language | null; province?: ProvinceId | null },
): Promise<boolean> {
  const { rows } = await sql`
    update account set language = coalesce(${language}, language), province = coalesce(${province}, province)
    where id = ${accountId}::uuid
      and (language, province) <> (coalesce(${language}, language), coalesce(${province}, province))
    returning id`.execute(transaction);
  return rows.length > 0;
}
