import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { sql } from "kysely";
import type { ConditionalWrite } from "../platform/conditional-write.adapter.ts";
import { appNow } from "../platform/database.adapter.ts";
import type { Trx } from "../platform/database.table.ts";
import { keyedHashes } from "../platform/keyed-hash.adapter.ts";
import type { Keys } from "../platform/keys.port.ts";

/** Stored hashes of a ticket under every active key, newest first. */
export function ticketHashes({ secretHash }: Pick<Keys, "secretHash">, ticket: string): string[] {
  return keyedHashes(secretHash, ["sign-in-ticket", ticket]);
}

export function ticketInsertion({ tokenHash, accountId }: { tokenHash: string; accountId: string }): ConditionalWrite {
  return (condition) => sql`
    insert into sign_in_ticket (token_hash, account_id, expires_at)
    select ${tokenHash}, ${accountId}::uuid, app_now() + make_interval(secs => ${ttl.signInTicketSeconds})
    where ${condition}`;
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
