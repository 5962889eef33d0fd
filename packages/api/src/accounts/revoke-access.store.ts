import { revokeLinksOf } from "../links/link.store.ts";
import type { Trx } from "../platform/database.table.ts";
import { endSessionsOfAccount } from "./gateway-session.store.ts";
import { revokePendingSignIns } from "./pending-sign-in.store.ts";
import { revokeRecoveries } from "./recovery.store.ts";
import { revokeTickets } from "./sign-in-ticket.store.ts";

/** Revokes the links and the password resets that are open for an account. */
export async function revokePendingAccess(transaction: Trx, accountId: string): Promise<void> {
  await revokeLinksOf(transaction, { account_id: accountId });
  await revokeRecoveries(transaction, accountId);
}

/** Ends the sessions of an account, and revokes the tickets, links and password resets that could open one. */
export async function revokeAccess(transaction: Trx, accountId: string): Promise<void> {
  await endSessionsOfAccount(transaction, accountId);
  await revokeTickets(transaction, accountId);
  await revokePendingSignIns(transaction, accountId);
  await revokePendingAccess(transaction, accountId);
}
