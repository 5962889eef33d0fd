import { appNow } from "../platform/database.adapter.ts";
import type { Trx } from "../platform/database.table.ts";

/** Records that the person proved who they are; false when the session has ended. */
export async function recordProof(transaction: Trx, { idHash }: { idHash: string }): Promise<boolean> {
  return rekeySession(transaction, { idHash, newIdHash: idHash });
}

/** The same, and gives the session another id, against session fixation. */
export async function rekeySession(transaction: Trx, change: { idHash: string; newIdHash: string }): Promise<boolean> {
  const row = await transaction
    .updateTable("gateway_session")
    .set({ id_hash: change.newIdHash, proven_at: appNow })
    .where("id_hash", "=", change.idHash)
    .where("ended_at", "is", null)
    .returning("id_hash")
    .executeTakeFirst();
  return row !== undefined;
}
