import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { sql } from "kysely";
import type { ApiDeps } from "../deps.ts";
import { appNow } from "../platform/database.adapter.ts";
import type { Trx } from "../platform/database.table.ts";
import { keyedHash, keyedHashes } from "../platform/keyed-hash.adapter.ts";
import type { Random } from "../platform/random.adapter.ts";

export interface CodeBinding {
  /** A code is valid for its purpose only. */
  purpose: "registration" | "username" | "reset" | "emailChange" | "policyAddition" | "secondFactor";
  brandId: string;
  sessionId: string;
}

export type CodeDeps = Pick<ApiDeps, "keys" | "random">;

interface CodeOrder extends CodeBinding {
  identityKey: string;
  channel: "SMS" | "VOICE" | "EMAIL";
}

export interface IssuedCode {
  id: string;
  code: string;
  sentAt: Date;
  endsAt: Date;
}

/** Generates a six-digit code, stores its keyed hash and revokes earlier codes of the session. */
export async function issueCode(
  { keys, random }: CodeDeps,
  transaction: Trx,
  { purpose, brandId, sessionId, identityKey, channel }: CodeOrder,
): Promise<IssuedCode> {
  await revokeCodes(transaction, sessionId);
  const code = generateCode(random);
  const { id, sent_at: sentAt } = await transaction
    .insertInto("one_time_code")
    .values({
      purpose,
      brand: brandId,
      session_id: sessionId,
      identity_key: identityKey,
      channel,
      code_hash: keyedHash(keys.secretHash, hashedParts({ purpose, brandId, sessionId }, code)),
      sent_at: appNow,
      expires_at: sql<Date>`app_now() + make_interval(mins => ${ttl.oneTimeCodeMinutes}::int)`,
    })
    .returning(["id", "sent_at"])
    .executeTakeFirstOrThrow();
  // The two times of the row differ by microseconds, which can be another minute on the page than in the message.
  return { id, code, sentAt, endsAt: new Date(sentAt.getTime() + ttl.oneTimeCodeMinutes * 60_000) };
}

/** Consumes a code; true when it was the newest of its session and purpose, not expired and unused. */
export async function consumeCode(
  { keys }: Pick<CodeDeps, "keys">,
  transaction: Trx,
  { code, ...binding }: CodeBinding & { code: string },
): Promise<boolean> {
  const consumed = await transaction
    .updateTable("one_time_code")
    .set({ used_at: appNow })
    .where("session_id", "=", binding.sessionId)
    .where("purpose", "=", binding.purpose)
    .where("brand", "=", binding.brandId)
    .where("code_hash", "in", keyedHashes(keys.secretHash, hashedParts(binding, code)))
    .where("used_at", "is", null)
    .where("superseded_at", "is", null)
    .where("expires_at", ">", appNow)
    .returning("id")
    .executeTakeFirst();
  return consumed !== undefined;
}

/** Revokes every open code of a session. */
export async function revokeCodes(transaction: Trx, sessionId: string): Promise<void> {
  await transaction
    .updateTable("one_time_code")
    .set({ superseded_at: appNow })
    .where("session_id", "=", sessionId)
    .where("used_at", "is", null)
    .where("superseded_at", "is", null)
    .execute();
}

/** Six digits, uniformly distributed, with leading zeros. */
export function generateCode(random: Random): string {
  return String(random.integer(0, 999_999)).padStart(6, "0");
}

function hashedParts({ purpose, brandId, sessionId }: CodeBinding, code: string): string[] {
  return ["code", purpose, brandId, sessionId, code];
}
