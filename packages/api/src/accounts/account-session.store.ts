import { sql } from "kysely";
import { appNow, withoutNulls } from "../platform/database.adapter.ts";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";
import { isActiveSession } from "./gateway-session.store.ts";

/** Lists the active sessions of an account, the current one first. Their `id` is public and opens no session. */
export async function listSessions(database: DbOrTrx, { accountId, idHash }: { accountId: string; idHash: string }) {
  const rows = await database
    .selectFrom("gateway_session")
    .select(["public_id as id", "browser", "system", "started_at as startedAt", "last_seen_at as lastUsedAt"])
    .select(sql<boolean>`id_hash = ${idHash}`.as("isCurrent"))
    .where("account_id", "=", accountId)
    .where(isActiveSession)
    .orderBy("isCurrent", "desc")
    .orderBy("last_seen_at", "desc")
    .execute();
  return rows.map(withoutNulls);
}

/** Ends one other session of an account, or without an id all others. Returns how many it ended. */
export async function endOtherSessions(
  transaction: Trx,
  { accountId, idHash, id }: { accountId: string; idHash: string; id?: string | undefined },
): Promise<number> {
  const { numUpdatedRows } = await transaction
    .updateTable("gateway_session")
    .set({ ended_at: appNow })
    .where("account_id", "=", accountId)
    .where("id_hash", "<>", idHash)
    .where("ended_at", "is", null)
    .$if(id !== undefined, (query) => query.where("public_id", "=", id ?? ""))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
