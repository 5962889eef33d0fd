import { sql } from "kysely";
import { appNow } from "../platform/database.adapter.ts";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";
import { deviceOf } from "./device.rule.ts";
import { isActiveSession } from "./gateway-session.store.ts";

/** Lists the active sessions of an account, the current one first. Their `id` is public and opens no session. */
export async function listSessions(database: DbOrTrx, { accountId, idHash }: { accountId: string; idHash: string }) {
  const rows = await database
    .selectFrom("gateway_session")
    .select(["public_id", "browser", "system", "started_at", "last_seen_at"])
    .select(sql<boolean>`id_hash = ${idHash}`.as("is_current"))
    .where("account_id", "=", accountId)
    .where(isActiveSession)
    .orderBy("is_current", "desc")
    .orderBy("last_seen_at", "desc")
    .execute();
  return rows.map((row) => ({
    id: row.public_id,
    ...deviceOf(row),
    startedAt: row.started_at,
    lastSeenAt: row.last_seen_at,
    isCurrent: row.is_current,
  }));
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
