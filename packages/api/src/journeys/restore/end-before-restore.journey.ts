import {
  type EndedCounts,
  endEverythingIssued,
  moveRestoreEpoch,
  newestEventAt,
  restoredEvent,
} from "../../capabilities/restore/restore.store.ts";
import type { ApiDeps } from "../../deps.ts";
import { transact } from "../../platform/transaction.adapter.ts";

/**
 * After a backup was restored: ends every code, link, ticket, session and queued message of the time before, and makes
 * every cookie and token invalid that the database does not hold. All of it, with its event, or nothing.
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
