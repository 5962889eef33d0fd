import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { sql } from "kysely";
import type { ApiDeps } from "../deps.ts";
import { type ConditionalWrite, runWrites } from "../platform/conditional-write.adapter.ts";
import { appNow } from "../platform/database.adapter.ts";
import type { Trx } from "../platform/database.table.ts";
import { keyedHashes } from "../platform/keyed-hash.adapter.ts";
import type { Keys } from "../platform/keys.port.ts";

type IssueDeps = Pick<ApiDeps, "keys" | "random">;

/** Stored hashes of a ticket under every active key, newest first. */
export function ticketHashes({ secretHash }: Pick<Keys, "secretHash">, ticket: string): string[] {
  return keyedHashes(secretHash, ["sign-in-ticket", ticket]);
}

/** Generates a sign-in ticket, valid for 60 seconds and one use, with the write that stores its hash. */
export function issuingTicket(
  { keys, random }: IssueDeps,
  accountId: string,
): { ticket: string; write: ConditionalWrite } {
  const ticket = random.token(32);
  const [tokenHash = ""] = ticketHashes(keys, ticket);
  const write: ConditionalWrite = (condition) => sql`
    insert into sign_in_ticket (token_hash, account_id, expires_at)
    select ${tokenHash}, ${accountId}::uuid, app_now() + make_interval(secs => ${ttl.signInTicketSeconds})
    where ${condition}`;
  return { ticket, write };
}

/** The same, until the new account gets another password or a session of it is ended; then it writes nothing. */
export function issuingTicketForNewAccount(deps: IssueDeps, accountId: string): ReturnType<typeof issuingTicket> {
  const { ticket, write } = issuingTicket(deps, accountId);
  const isFirst = sql`(select count(*) from password_history where account_id = ${accountId}::uuid) = 1`;
  const hasSignedOut = sql`
    exists (select from gateway_session where account_id = ${accountId}::uuid and ended_at is not null)`;
  const isNew = sql`${isFirst} and not ${hasSignedOut}`;
  return { ticket, write: (condition) => sql`${write(sql`${condition} and ${isNew}`)} returning account_id` };
}

export async function issueTicket(deps: IssueDeps, transaction: Trx, accountId: string): Promise<string> {
  const { ticket, write } = issuingTicket(deps, accountId);
  await runWrites(transaction, { others: [write] });
  return ticket;
}

export async function revokeTickets(transaction: Trx, accountId: string): Promise<void> {
  await transaction
    .updateTable("sign_in_ticket")
    .set({ used_at: appNow })
    .where("account_id", "=", accountId)
    .where("used_at", "is", null)
    .execute();
}

/** Finds and consumes the ticket, so that only one of several concurrent statements gets the account. */
export const ticketRedemption = (tokenHashes: readonly string[]) => sql<{ account_id: string }>`
  update sign_in_ticket set used_at = app_now()
  where token_hash = any(${[...tokenHashes]}) and used_at is null and expires_at > app_now()
  returning account_id`;
