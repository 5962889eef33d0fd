import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { sql } from "kysely";
import { appNow } from "../platform/database.adapter.ts";
import type { Trx } from "../platform/database.table.ts";

export async function saveTicket(transaction: Trx, ticket: { tokenHash: string; accountId: string }) {
  await transaction
    .insertInto("sign_in_ticket")
    .values({
      token_hash: ticket.tokenHash,
      account_id: ticket.accountId,
      expires_at: sql<Date>`app_now() + make_interval(secs => ${ttl.signInTicketSeconds})`,
    })
    .execute();
}

/** Revokes the unused tickets of an account. */
export async function revokeTickets(transaction: Trx, accountId: string): Promise<void> {
  await transaction
    .updateTable("sign_in_ticket")
    .set({ used_at: appNow })
    .where("account_id", "=", accountId)
    .where("used_at", "is", null)
    .execute();
}

/** Finds and consumes the ticket in one statement, so that only one of several concurrent calls gets the account. */
export async function consumeTicket(transaction: Trx, tokenHashes: readonly string[]) {
  const row = await transaction
    .updateTable("sign_in_ticket")
    .set({ used_at: appNow })
    .where("token_hash", "in", tokenHashes)
    .where("used_at", "is", null)
    .where("expires_at", ">", appNow)
    .returning("account_id")
    .executeTakeFirst();
  return row && { accountId: row.account_id };
}
