import type { ApiDeps } from "../../deps.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import {
  type EndedCounts,
  endEverythingIssued,
  moveRestoreEpoch,
  newestEventAt,
  restoredEvent,
} from "./restore.store.ts";

/**
 * After a backup was restored, ends every earlier code, link, ticket, session and queued message, and invalidates
 * every cookie and token that the database does not contain. Runs in one transaction with its audit event.
 */
export async function endBeforeRestore(
  { database, auditor }: Pick<ApiDeps, "database" | "auditor">,
  { actor }: { actor: string },
): Promise<EndedCounts> {
  return transact(database, async (transaction) => {
    const ended = await endEverythingIssued(transaction);
    await moveRestoreEpoch(transaction);
    const lastEventAt = (await newestEventAt(transaction))?.toISOString();
    const facts = { ...ended, ...(lastEventAt && { lastEventAt }) };
    await auditor.record(transaction, { event: restoredEvent, result: "ok", actor, facts });
    return ended;
  });
}
