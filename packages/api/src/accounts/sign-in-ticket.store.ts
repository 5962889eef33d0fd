import type { SecondFactorId } from "@vestibule/catalogue/second-factor.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { sql } from "kysely";
import type { ApiDeps } from "../deps.ts";
import { appNow } from "../platform/database.adapter.ts";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";
import { keyedHashes } from "../platform/keyed-hash.adapter.ts";
import type { Keys } from "../platform/keys.port.ts";
import { lockAccountForUpdate } from "./account.store.ts";

type IssueDeps = Pick<ApiDeps, "keys" | "random">;

/** Stored hashes of a ticket under every active key, newest first. */
export function ticketHashes({ secretHash }: Pick<Keys, "secretHash">, ticket: string): string[] {
  return keyedHashes(secretHash, ["sign-in-ticket", ticket]);
}

/**
 * Issues a sign-in ticket, valid for 60 seconds and one use. `secondFactor`: how the person proved who they are, in
 * addition to a password.
 */
export async function issueTicket(
  { keys, random }: IssueDeps,
  transaction: Trx,
  accountId: string,
  secondFactor: SecondFactorId | null = null,
): Promise<string> {
  const ticket = random.token(32);
  const [tokenHash = ""] = ticketHashes(keys, ticket);
  await transaction
    .insertInto("sign_in_ticket")
    .values({
      token_hash: tokenHash,
      account_id: accountId,
      second_factor: secondFactor,
      expires_at: sql<Date>`app_now() + make_interval(secs => ${ttl.signInTicketSeconds})`,
    })
    .execute();
  return ticket;
}

/** Issues a ticket for a new account; undefined once it has another password or a session of it was ended. */
export async function issueTicketForNewAccount(
  deps: IssueDeps,
  transaction: Trx,
  accountId: string,
): Promise<string | undefined> {
  await lockAccountForUpdate(transaction, accountId);
  const { rows } = await sql<{ isNew: boolean }>`
    select (select count(*) from password_history where account_id = ${accountId}::uuid) = 1 and not exists (
      select from gateway_session where account_id = ${accountId}::uuid and ended_at is not null) as "isNew"`.execute(
    transaction,
  );
  return rows[0]?.isNew ? issueTicket(deps, transaction, accountId, "email") : undefined;
}

export async function revokeTickets(transaction: Trx, accountId: string): Promise<void> {
  await transaction
    .updateTable("sign_in_ticket")
    .set({ used_at: appNow })
    .where("account_id", "=", accountId)
    .where("used_at", "is", null)
    .execute();
}

/** Whether a ticket was issued after a second proof as well; true for an unknown one, which is refused by its redemption. */
export async function provesTwoFactors(
  database: DbOrTrx,
  { tokenHashes }: { tokenHashes: readonly string[] },
): Promise<boolean> {
  const ticket = await database
    .selectFrom("sign_in_ticket")
    .select("second_factor")
    .where("token_hash", "in", [...tokenHashes])
    .executeTakeFirst();
  return ticket?.second_factor !== null;
}

/** Finds and consumes a ticket, so that only one of several concurrent sign-ins gets the account. */
export async function consumeTicket(
  transaction: Trx,
  tokenHashes: readonly string[],
): Promise<{ accountId: string; secondFactor: SecondFactorId | null } | undefined> {
  return transaction
    .updateTable("sign_in_ticket")
    .set({ used_at: appNow })
    .where("token_hash", "in", [...tokenHashes])
    .where("used_at", "is", null)
    .where("expires_at", ">", appNow)
    .returning(["account_id as accountId", "second_factor as secondFactor"])
    .executeTakeFirst();
}
