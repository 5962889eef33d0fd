import type { ApiDeps } from "../../deps.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { acknowledgeLetterRequest } from "./letter-request.store.ts";

/** Closes a request whose letter is being mailed; false when it is not open. */
export function acknowledgeLetter(
  { database, auditor }: Pick<ApiDeps, "database" | "auditor">,
  { id, actor }: { id: string; actor: string },
): Promise<boolean> {
  return transact(database, async (transaction) => {
    const request = await acknowledgeLetterRequest(transaction, id);
    if (request === undefined) return false;
    await auditor.record(transaction, { event: "letter.acknowledged", result: "ok", actor, ...request });
    return true;
  });
}
