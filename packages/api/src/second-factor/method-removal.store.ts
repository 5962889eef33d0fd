import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { sql } from "kysely";
import { appNow } from "../platform/database.adapter.ts";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";
import { keyedHash, keyedHashes } from "../platform/keyed-hash.adapter.ts";
import type { Keys } from "../platform/keys.port.ts";

export type RemovableMethod = "authenticator" | "passkey";

const tokenParts = (token: string) => ["undo removal", token];

/** Records a removal with the hash of the token that undoes it; returns when the token expires. */
export async function insertMethodRemoval(
  keys: Pick<Keys, "secretHash">,
  transaction: Trx,
  removal: { accountId: string; brandId: string; method: RemovableMethod; methodId: string; undoToken: string },
): Promise<Date> {
  const { undo_ends_at: endsAt } = await transaction
    .insertInto("method_removal")
    .values({
      account_id: removal.accountId,
      brand: removal.brandId,
      method: removal.method,
      method_id: removal.methodId,
      undo_token_hash: keyedHash(keys.secretHash, tokenParts(removal.undoToken)),
      removed_at: appNow,
      undo_ends_at: sql<Date>`app_now() + make_interval(hours => ${ttl.removalUndoHours})`,
    })
    .returning("undo_ends_at")
    .executeTakeFirstOrThrow();
  return endsAt;
}

export interface MethodRemoval {
  id: string;
  accountId: string;
  method: RemovableMethod;
  methodId: string;
  state: "open" | "undone" | "ended";
}

/** Finds the removal that a token undoes; undefined for an unknown token or another brand. */
export async function findMethodRemoval(
  keys: Pick<Keys, "secretHash">,
  database: DbOrTrx,
  { token, brandId }: { token: string; brandId: string },
): Promise<MethodRemoval | undefined> {
  return database
    .selectFrom("method_removal")
    .select(["id", "account_id as accountId", "method", "method_id as methodId"])
    .select(
      sql<MethodRemoval["state"]>`case when undone_at is not null then 'undone'
        when undo_ends_at > app_now() then 'open' else 'ended' end`.as("state"),
    )
    .where("undo_token_hash", "in", keyedHashes(keys.secretHash, tokenParts(token)))
    .where("brand", "=", brandId)
    .executeTakeFirst();
}

/** Ends every link that undoes a removal of an account: what it would put back was put back, or is not the owner's. */
export async function endRemovalUndos(transaction: Trx, accountId: string): Promise<void> {
  await transaction
    .updateTable("method_removal")
    .set({ undone_at: appNow })
    .where("account_id", "=", accountId)
    .where("undone_at", "is", null)
    .where("undo_ends_at", ">", appNow)
    .execute();
}
