import { type QueryCreator, sql } from "kysely";
import { appNow } from "../platform/database.adapter.ts";
import type { Database, Trx } from "../platform/database.table.ts";
import { keyedHash, keyedHashes } from "../platform/keyed-hash.adapter.ts";
import type { KeyRing } from "../platform/keys.port.ts";
import type { Random } from "../platform/random.port.ts";
import { type CodePurpose, purposes } from "./purpose.table.ts";

export interface CodeBinding {
  purpose: CodePurpose;
  brandId: string;
  sessionId: string;
}

export interface CodeDeps {
  keys: { secretHash: KeyRing };
  random: Random;
}

/** Issues a six-digit code and revokes earlier ones of the session. Only a keyed hash is stored. */
export async function insertCode(
  { keys, random }: CodeDeps,
  transaction: Trx,
  order: CodeBinding & { identityKey: string; channel: "SMS" | "EMAIL" },
): Promise<{ id: string; code: string; sentAt: Date; endsAt: Date }> {
  const { ttlMinutes } = purposes[order.purpose];
  const code = generateCode(random);
  const { id, sent_at: sentAt } = await transaction
    .with("revoked", (revoking) => revocation(revoking, order.sessionId))
    .insertInto("one_time_code")
    .values({
      purpose: order.purpose,
      brand: order.brandId,
      session_id: order.sessionId,
      identity_key: order.identityKey,
      channel: order.channel,
      code_hash: keyedHash(keys.secretHash, hashedParts(order, code)),
      sent_at: appNow,
      expires_at: sql<Date>`app_now() + make_interval(mins => ${ttlMinutes}::int)`,
    })
    .returning(["id", "sent_at"])
    .executeTakeFirstOrThrow();
  return { id, code, sentAt, endsAt: new Date(sentAt.getTime() + ttlMinutes * 60_000) };
}

/**
 * Consumes a code; true when it is the newest of its session and purpose, not expired and unused. One statement
 * decides.
 */
export async function consumeCode(
  { keys }: Pick<CodeDeps, "keys">,
  transaction: Trx,
  attempt: CodeBinding & { code: string },
): Promise<boolean> {
  const hashes = keyedHashes(keys.secretHash, hashedParts(attempt, attempt.code));
  const spent = await transaction
    .updateTable("one_time_code")
    .set({ used_at: appNow })
    .where("session_id", "=", attempt.sessionId)
    .where("purpose", "=", attempt.purpose)
    .where("brand", "=", attempt.brandId)
    .where("code_hash", "in", hashes)
    .where("used_at", "is", null)
    .where("superseded_at", "is", null)
    .where(sql<boolean>`expires_at > app_now()`)
    .returning("id")
    .executeTakeFirst();
  return spent !== undefined;
}

/** Revokes every open code of a session. */
export async function revokeCodes(transaction: Trx, sessionId: string): Promise<void> {
  await revocation(transaction, sessionId).execute();
}

function revocation(creator: Pick<QueryCreator<Database>, "updateTable">, sessionId: string) {
  return creator
    .updateTable("one_time_code")
    .set({ superseded_at: appNow })
    .where("session_id", "=", sessionId)
    .where("used_at", "is", null)
    .where("superseded_at", "is", null);
}

/** Six digits, uniformly distributed, with leading zeros. */
export function generateCode(random: Random): string {
  return String(random.integer(0, 999_999)).padStart(6, "0");
}

function hashedParts({ purpose, brandId, sessionId }: CodeBinding, code: string): string[] {
  return ["code", purpose, brandId, sessionId, code];
}
