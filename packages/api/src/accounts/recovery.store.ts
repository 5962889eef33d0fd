import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { sql } from "kysely";
import { appNow, incrementColumn, withoutNulls } from "../platform/database.adapter.ts";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";
import { keyedHashes } from "../platform/keyed-hash.adapter.ts";
import type { KeyRing } from "../platform/keys.port.ts";

/** How the person verifies ownership of the account: `forgot` by a message, `temporary` by a temporary password. */
export type RecoveryKind = "forgot" | "temporary";
/** Why a recovery ended; `superseded`: the password was set by another method. */
export type RecoveryEndReason = "done" | "wrongCodes" | "wrongFacts" | "superseded";

export interface NewRecovery {
  brandId: string;
  /** Undefined for an unknown e-mail; the recovery then behaves the same but never succeeds. */
  accountId: string | undefined;
  emailKeys: readonly string[];
  how: RecoveryKind;
  language: Language;
  province: ProvinceId;
}

export interface Recovery extends Pick<NewRecovery, "brandId" | "accountId" | "how"> {
  emailKey: string;
  id: string;
  startedAt: Date;
  /** Undefined while open; `late` when an hour has passed since its start. */
  ended: RecoveryEndReason | "late" | undefined;
  /** Whether a correct code was given whose reset token has not expired. */
  isProven: boolean;
  /** Fingerprint of the newest link, shared by its code; undefined when no message was created. */
  accountFingerprint: string | undefined;
  /** Recipient of that link: the e-mail of an account, or the unknown e-mail. */
  recipient: string | undefined;
}

/** Keyed hashes of a requested e-mail under every active key, newest first. */
export function recoveryEmailKeys(lookupHash: KeyRing, { brandId, email }: { brandId: string; email: string }) {
  return keyedHashes(lookupHash, ["recovery", brandId, email]);
}

/** An e-mail hashed under the previous key keeps that hash, because wrong codes are counted on it. */
export async function insertRecovery(transaction: Trx, recovery: NewRecovery): Promise<string> {
  const [newest = "", earlier] = recovery.emailKeys;
  const earlierKey = sql<string>`(select r.email_key from recovery r
    where r.brand = ${recovery.brandId} and r.email_key = ${earlier} limit 1)`;
  const { id } = await transaction
    .insertInto("recovery")
    .values({
      brand: recovery.brandId,
      account_id: recovery.accountId ?? null,
      email_key: earlier === undefined ? newest : sql<string>`coalesce(${earlierKey}, ${newest})`,
      how: recovery.how,
      language: recovery.language,
      province: recovery.province,
      mails: 1,
      started_at: appNow,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Looks up a recovery by its id, or by its token's hash under every active key. */
export type RecoveryKey = { brandId: string } & ({ id: string } | { tokenHashes: readonly string[] });

export async function findRecovery(database: DbOrTrx, key: RecoveryKey): Promise<Recovery | undefined> {
  const row = await select(database, key).executeTakeFirst();
  return row && withoutNulls(row);
}

/** Like `findRecovery`, with a row lock until the transaction ends, so that codes are verified sequentially. */
export async function lockRecoveryForUpdate(transaction: Trx, key: RecoveryKey): Promise<Recovery | undefined> {
  const row = await select(transaction, key).forUpdate().executeTakeFirst();
  return row && withoutNulls(row);
}

export function incrementRecoveryCounter(
  transaction: Trx,
  { id, what }: { id: string; what: "wrong_codes" | "wrong_facts" | "mails" },
): Promise<number> {
  return incrementColumn(transaction, "recovery", { id, column: what });
}

/** Finds other recoveries of the same e-mail with a link that is still valid; at most one. */
export async function recoveriesWithMessage(
  transaction: Trx,
  other: { id: string; brandId: string; emailKeys: readonly string[] },
): Promise<string[]> {
  const rows = await transaction
    .selectFrom("recovery")
    .innerJoin("link", "link.recovery_id", "recovery.id")
    .select("recovery.id")
    .distinct()
    .where("recovery.brand", "=", other.brandId)
    .where("recovery.email_key", "in", other.emailKeys)
    .where("recovery.id", "<>", other.id)
    .where("link.superseded_at", "is", null)
    .where("link.expires_at", ">", appNow)
    .execute();
  return rows.map(({ id }) => id);
}

/** Stores the hash of a reset token, which sets one password before it expires, or null in place of an earlier one. */
export async function saveResetToken(
  transaction: Trx,
  { id, tokenHash }: { id: string; tokenHash: string | null },
): Promise<void> {
  await transaction
    .updateTable("recovery")
    .set({ token_hash: tokenHash, token_expires_at: tokenHash === null ? null : tokenEnd })
    .where("id", "=", id)
    .execute();
}

/**
 * Extends a reset token by its full lifetime, but never past the recovery's hour and never to an earlier time than
 * before; undefined when the token is no longer valid.
 */
export async function extendResetToken(
  database: DbOrTrx,
  { id, tokenHashes }: { id: string; tokenHashes: readonly string[] },
): Promise<{ idleEndsAt: Date; endsAt: Date } | undefined> {
  const latest = sql<Date>`greatest(token_expires_at, ${hourEnd})`;
  return database
    .updateTable("recovery")
    .set({ token_expires_at: sql<Date>`least(${tokenEnd}, ${latest})` })
    .where("id", "=", id)
    .where("token_hash", "in", tokenHashes)
    .where("done_at", "is", null)
    .where("token_expires_at", ">", appNow)
    .returning([sql<Date>`token_expires_at`.as("idleEndsAt"), latest.as("endsAt")])
    .executeTakeFirst();
}

/** Consumes a reset token in one statement, so that only one concurrent request sets the password. */
export async function consumeResetToken(transaction: Trx, id: string): Promise<boolean> {
  const consumed = await transaction
    .updateTable("recovery")
    .set({ done_at: appNow, end_reason: "done" })
    .where("id", "=", id)
    .where("done_at", "is", null)
    .where("token_expires_at", ">", appNow)
    .returning("id")
    .executeTakeFirst();
  return consumed !== undefined;
}

/** Does nothing when the recovery has already ended. */
export async function endRecovery(
  transaction: Trx,
  { id, how }: { id: string; how: RecoveryEndReason },
): Promise<void> {
  await transaction
    .updateTable("recovery")
    .set({ done_at: appNow, end_reason: how })
    .where("id", "=", id)
    .where("done_at", "is", null)
    .execute();
}

/** Ends all other recoveries of the account after its password was changed. */
export async function revokeRecoveries(transaction: Trx, accountId: string): Promise<void> {
  await transaction
    .updateTable("recovery")
    .set({ done_at: appNow, end_reason: "superseded" })
    .where("account_id", "=", accountId)
    .where("done_at", "is", null)
    .execute();
}

const tokenEnd = sql<Date>`app_now() + make_interval(mins => ${ttl.resetTokenMinutes}::int)`;
const hourEnd = sql<Date>`started_at + make_interval(mins => ${ttl.recoveryMinutes}::int)`;
const ended = sql<RecoveryEndReason | "late" | null>`
  case when done_at is not null then end_reason when ${hourEnd} <= app_now() then 'late' end`;
const isProven = sql<boolean>`coalesce(token_expires_at > app_now(), false)`;
const ofNewestLink = (column: "bound_to" | "recipient") => sql<string | null>`(
  select ${sql.ref(`l.${column}`)} from link l where l.recovery_id = recovery.id order by l.issued_at desc limit 1)`;

function select(database: DbOrTrx, key: RecoveryKey) {
  const rows = database
    .selectFrom("recovery")
    .select(["id", "brand as brandId", "account_id as accountId", "email_key as emailKey", "how"])
    .select(["started_at as startedAt", ended.as("ended"), isProven.as("isProven")])
    .select([ofNewestLink("bound_to").as("accountFingerprint"), ofNewestLink("recipient").as("recipient")])
    .where("brand", "=", key.brandId);
  return "id" in key ? rows.where("id", "=", key.id) : rows.where("token_hash", "in", key.tokenHashes);
}
