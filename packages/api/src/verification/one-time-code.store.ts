import { randomUUID } from "node:crypto";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { type RawBuilder, sql } from "kysely";
import type { ApiDeps } from "../deps.ts";
import { type ConditionalWrite, runWrites } from "../platform/conditional-write.adapter.ts";
import { appNow } from "../platform/database.adapter.ts";
import type { Trx } from "../platform/database.table.ts";
import { keyedHash, keyedHashes } from "../platform/keyed-hash.adapter.ts";
import type { Random } from "../platform/random.adapter.ts";

export interface CodeBinding {
  /** A code is valid for its purpose only. */
  purpose: "registration" | "username" | "reset" | "emailChange" | "policyAddition";
  brandId: string;
  sessionId: string;
}

export type CodeDeps = Pick<ApiDeps, "keys" | "random">;

interface CodeOrder extends CodeBinding {
  identityKey: string;
  channel: "SMS" | "EMAIL";
}

export interface IssuedCode {
  id: string;
  code: string;
  endsAt: Date;
}

/** A six-digit code, with the writes that store it and revoke earlier ones of the session. */
export function issueCode(
  deps: CodeDeps,
  { at, ...order }: CodeOrder & { at: Date },
): IssuedCode & { writes: readonly ConditionalWrite[] } {
  const endsAt = new Date(at.getTime() + ttl.oneTimeCodeMinutes * 60_000);
  return { ...generateStored(deps, order, sql`${at}::timestamptz`), endsAt };
}

export async function insertCode(deps: CodeDeps, transaction: Trx, order: CodeOrder): Promise<IssuedCode> {
  const { writes, ...issued } = generateStored(deps, order, appNow);
  const [revocation, insertion] = writes.map((write) => write(sql`true`));
  const { rows } = await sql<{ ends_at: Date }>`with revoked as (${revocation}) ${insertion}`.execute(transaction);
  const [row] = rows;
  if (row === undefined) throw new Error("a code was not stored");
  return { ...issued, endsAt: row.ends_at };
}

/** Generates a code with the writes that revoke earlier ones and store its keyed hash. */
function generateStored({ keys, random }: CodeDeps, order: CodeOrder, sentAt: RawBuilder<Date>) {
  const { purpose, brandId, sessionId, identityKey, channel } = order;
  const id = randomUUID();
  const code = generateCode(random);
  const hash = keyedHash(keys.secretHash, hashedParts(order, code));
  const insertion: ConditionalWrite = (condition) => sql`
    insert into one_time_code (id, purpose, brand, session_id, identity_key, channel, code_hash, sent_at, expires_at)
    select ${id}::uuid, ${purpose}, ${brandId}, ${sessionId}::uuid, ${identityKey}, ${channel}, ${hash}, ${sentAt},
      ${sentAt} + make_interval(mins => ${ttl.oneTimeCodeMinutes}::int)
    where ${condition} returning expires_at as ends_at`;
  return { id, code, writes: [revokingCodes(sessionId), insertion] as const };
}

/** Selects one row: whether a code is the newest of its session and purpose, not expired and unused. */
export function codeMatchQuery(
  deps: Pick<CodeDeps, "keys">,
  attempt: (CodeBinding & { code: string }) | undefined,
): RawBuilder<{ matches: boolean }> {
  const matches = attempt ? sql`exists (select from one_time_code where ${isOpen(deps, attempt)})` : sql`false`;
  return sql`select ${matches} as matches`;
}

/** Consumes a code that `codeMatchQuery` matches. One statement decides. */
export function consumingCode(deps: Pick<CodeDeps, "keys">, attempt: CodeBinding & { code: string }): ConditionalWrite {
  return (condition) => sql`
    update one_time_code set used_at = app_now() where ${isOpen(deps, attempt)} and ${condition} returning id`;
}

/** Consumes a code; true when it was open. */
export function consumeCode(
  deps: Pick<CodeDeps, "keys">,
  transaction: Trx,
  attempt: CodeBinding & { code: string },
): Promise<boolean> {
  return runWrites(transaction, { deciding: consumingCode(deps, attempt) });
}

function isOpen(
  { keys }: Pick<CodeDeps, "keys">,
  { code, ...binding }: CodeBinding & { code: string },
): RawBuilder<boolean> {
  const { purpose, brandId, sessionId } = binding;
  const hashes = keyedHashes(keys.secretHash, hashedParts(binding, code));
  return sql`session_id = ${sessionId} and purpose = ${purpose} and brand = ${brandId} and code_hash = any(${hashes})
    and used_at is null and superseded_at is null and expires_at > app_now()`;
}

/** Revokes every open code of a session, as part of a larger statement. */
export function revokingCodes(sessionId: string): ConditionalWrite {
  return (condition) => sql`
    update one_time_code set superseded_at = app_now()
    where session_id = ${sessionId} and used_at is null and superseded_at is null and ${condition}`;
}

export async function revokeCodes(transaction: Trx, sessionId: string): Promise<void> {
  await runWrites(transaction, { others: [revokingCodes(sessionId)] });
}

/** Six digits, uniformly distributed, with leading zeros. */
export function generateCode(random: Random): string {
  return String(random.integer(0, 999_999)).padStart(6, "0");
}

function hashedParts({ purpose, brandId, sessionId }: CodeBinding, code: string): string[] {
  return ["code", purpose, brandId, sessionId, code];
}
