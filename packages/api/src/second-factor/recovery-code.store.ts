import { recoveryCodeCount } from "@vestibule/catalogue/account.table.ts";
import {
  isRecoveryCode,
  normaliseRecoveryCode,
  recoveryCodeAlphabet,
  recoveryCodeLength,
} from "@vestibule/contract/fields/recovery-code.rule.ts";
import { sql } from "kysely";
import { isOfEvent, settledBefore } from "../accounts/account.store.ts";
import type { ApiDeps } from "../deps.ts";
import { appNow } from "../platform/database.adapter.ts";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";
import type { Random } from "../platform/random.adapter.ts";

/** The first characters find the row of a code; the others, 40 bits, are hashed like a password. */
const selectorLength = 4;

export interface NewRecoveryCode {
  code: string;
  selector: string;
  codeHash: string;
}

/** Generates a set of codes, each with its own selector. Hashes them, so call it before a transaction begins. */
export async function generateRecoveryCodes(
  { random, hashing }: Pick<ApiDeps, "random" | "hashing">,
  clientIp: string,
): Promise<NewRecoveryCode[]> {
  const codes = new Map<string, string>();
  while (codes.size < recoveryCodeCount) {
    const code = randomCode(random);
    codes.set(code.slice(0, selectorLength), code);
  }
  return hashing.run({ id: clientIp }, async () => {
    const hashed: NewRecoveryCode[] = [];
    for (const [selector, code] of codes) hashed.push({ code, selector, codeHash: await hashing.hash(code) });
    return hashed;
  });
}

function randomCode(random: Random): string {
  const letter = () => recoveryCodeAlphabet[random.integer(0, recoveryCodeAlphabet.length - 1)] ?? "";
  return Array.from({ length: recoveryCodeLength }, letter).join("");
}

/** Saves a set of codes, which replaces the one before. */
export async function replaceRecoveryCodes(
  transaction: Trx,
  { accountId, codes }: { accountId: string; codes: readonly NewRecoveryCode[] },
): Promise<void> {
  await transaction
    .updateTable("recovery_code")
    .set({ superseded_at: appNow })
    .where("account_id", "=", accountId)
    .where("superseded_at", "is", null)
    .execute();
  await transaction
    .insertInto("recovery_code")
    .values(codes.map(({ selector, codeHash }) => ({ account_id: accountId, selector, code_hash: codeHash })))
    .execute();
}

/** How many codes of the newest set are unused, and when it was made; undefined where the account has none. */
export async function countRecoveryCodes(
  database: DbOrTrx,
  accountId: string,
): Promise<{ left: number; madeAt: Date } | undefined> {
  const { rows } = await sql<{ left: number; madeAt: Date | null }>`
    select count(*) filter (where used_at is null)::int as left, max(made_at) as "madeAt" from recovery_code
    where account_id = ${accountId}::uuid and superseded_at is null`.execute(database);
  const [row] = rows;
  return row?.madeAt ? { left: row.left, madeAt: row.madeAt } : undefined;
}

/**
 * Finds the unused code that a text is, with the cost of a hash for a wrong one too; undefined for any other text. Call
 * it before a transaction begins, and `consumeRecoveryCode` in it.
 */
export async function findRecoveryCode(
  { database, hashing }: Pick<ApiDeps, "database" | "hashing">,
  { accountId, typed, clientIp }: { accountId: string; typed: string; clientIp: string },
): Promise<string | undefined> {
  if (!isRecoveryCode(typed)) return undefined;
  const code = normaliseRecoveryCode(typed);
  const row = await database
    .selectFrom("recovery_code")
    .select(["id", "code_hash"])
    .where("account_id", "=", accountId)
    .where("selector", "=", code.slice(0, selectorLength))
    .where("used_at", "is", null)
    .where("superseded_at", "is", null)
    .executeTakeFirst();
  return hashing.run({ id: clientIp }, async () => {
    if (row !== undefined) return (await hashing.verify(code, row.code_hash)) === "wrong" ? undefined : row.id;
    await hashing.dummyVerify(code);
    return undefined;
  });
}

/** Uses up a code; false when a concurrent call used or replaced it. */
export async function consumeRecoveryCode(transaction: Trx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable("recovery_code")
    .set({ used_at: appNow })
    .where("id", "=", id)
    .where("used_at", "is", null)
    .where("superseded_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** SQL: the next statement made the set that replaced these codes; an undo or a freeze ends them without one. */
const isReplaced = sql<boolean>`exists (
  select from recovery_code newer where newer.account_id = recovery_code.account_id
    and newer.made_at between recovery_code.superseded_at and recovery_code.superseded_at + interval '3 seconds')`;

/** Ends the set of codes that has not settled, and brings back the settled one that it replaced. */
export async function revokeUnsettledRecoveryCodes(transaction: Trx, accountId: string): Promise<void> {
  await sql`
    update recovery_code set superseded_at = case when made_at <= ${settledBefore} then null else app_now() end
    from account where account.id = recovery_code.account_id and account_id = ${accountId}::uuid
      and ((made_at > ${settledBefore} and superseded_at is null)
        or (made_at <= ${settledBefore} and superseded_at > ${settledBefore} and ${isReplaced}))`.execute(transaction);
}

/** Ends the set of codes that an event made, however old. */
export async function revokeRecoveryCodesOf(
  transaction: Trx,
  { accountId, eventAt }: { accountId: string; eventAt: Date },
): Promise<void> {
  await sql`
    update recovery_code set superseded_at = app_now()
    where account_id = ${accountId}::uuid and superseded_at is null and ${isOfEvent(sql`made_at`, eventAt)}`.execute(
    transaction,
  );
}
