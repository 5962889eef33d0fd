import type { PendingSignInEnd, SecondFactorId, SecondFactorReason } from "@vestibule/catalogue/second-factor.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { type RawBuilder, sql } from "kysely";
import type { ApiDeps } from "../deps.ts";
import { appNow } from "../platform/database.adapter.ts";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";
import { keyedHash, keyedHashes } from "../platform/keyed-hash.adapter.ts";
import type { Keys } from "../platform/keys.port.ts";
import type { Device } from "./device.rule.ts";
import type { FailedSignIns } from "./sign-in-failure.store.ts";

const purpose = "pending-sign-in";
const longestId = 100;

/** A right password that waits for the second proof. */
export interface PendingSignIn {
  id: string;
  accountId: string;
  client: "browser" | "app";
  device: Device;
  reasons: readonly SecondFactorReason[];
  interaction: string | null;
  clientLoginAction: string | null;
  /** Id of the offered method that the newest code was sent by, such as `text.2`. */
  sentMethod: string | null;
  sentAt: Date | null;
  /** Method of each message with a code, by the hash of its link's token. */
  denials: Readonly<Record<string, SecondFactorId>>;
  wrongCodes: number;
  wrongCodeLimit: number;
  startedAt: Date;
  expiresAt: Date;
  /** Null until the person has extended it, which they can do once. */
  extendedAt: Date | null;
  provenMethod: SecondFactorId | null;
  /** The database's time of this reading. */
  now: Date;
  /** Undefined while it waits for the second proof, or for its browser to open the session. */
  ended: PendingSignInEnd | "expired" | undefined;
}

/** A sign-in whose password was right and that waits for the second proof. */
export interface NewPendingSignIn {
  idHash: string;
  client: PendingSignIn["client"];
  /** Id hashes of the browser's earlier pending sign-in, which ends. */
  replaces: readonly string[];
  interaction?: string | undefined;
  clientLoginAction?: string | undefined;
}

export interface PendingToStart extends NewPendingSignIn {
  device: Device;
  reasons: readonly SecondFactorReason[];
  wrongCodeLimit: number;
}

/** A random id, which only the browser or the app keeps, and the hash under which it is stored. */
export function newPendingSignInId({ keys, random }: Pick<ApiDeps, "keys" | "random">): { id: string; idHash: string } {
  const id = random.token(32);
  return { id, idHash: keyedHash(keys.secretHash, [purpose, id]) };
}

/** Hashes of an id, one for each active key; undefined for text that cannot be an id. */
export function pendingSignInHashes({ keys }: { keys: Pick<Keys, "secretHash"> }, id: string): string[] | undefined {
  return id === "" || id.length > longestId ? undefined : keyedHashes(keys.secretHash, [purpose, id]);
}

const isOpen = sql<boolean>`(ended_at is null and expires_at > app_now())`;

/**
 * Inserts the pending sign-in of an account whose verified password the transaction has recorded, and ends the one that
 * it replaces. `failedSignIns`: those since the last sign-in. Returns its id.
 */
export async function insertPendingSignIn(
  transaction: Trx,
  accountId: string,
  { failedSignIns, ...pending }: PendingToStart & { failedSignIns?: FailedSignIns },
): Promise<string> {
  const { replaces, device, reasons } = pending;
  if (replaces.length > 0)
    await transaction
      .updateTable("pending_sign_in")
      .set({ ended_at: appNow, end_reason: "replaced" })
      .where("id_hash", "in", replaces)
      .where("ended_at", "is", null)
      .execute();
  const { id } = await transaction
    .insertInto("pending_sign_in")
    .values({
      id_hash: pending.idHash,
      account_id: accountId,
      client: pending.client,
      browser: device.browser ?? null,
      system: device.system ?? null,
      reasons: [...reasons],
      interaction: pending.interaction ?? null,
      client_login_action: pending.clientLoginAction ?? null,
      failed_sign_ins: failedSignIns?.count ?? 0,
      last_failed_sign_in_at: failedSignIns?.latestAt ?? null,
      wrong_code_limit: pending.wrongCodeLimit,
      expires_at: sql<Date>`app_now() + make_interval(mins => ${ttl.pendingSignInMinutes})`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Hashes of the token in the link "this wasn't me", one for each active key. */
export function denialHashes({ keys }: { keys: Pick<Keys, "secretHash"> }, token: string): string[] {
  return keyedHashes(keys.secretHash, ["sign-in-denial", token]);
}

/** Finds and consumes a proven pending sign-in of a browser. */
export async function consumePendingSignIn(transaction: Trx, idHashes: readonly string[]) {
  return transaction
    .updateTable("pending_sign_in")
    .set({ ended_at: appNow, end_reason: "passed" })
    .where("id_hash", "in", [...idHashes])
    .where("client", "=", "browser")
    .where("proven_method", "is not", null)
    .where(isOpen)
    .returning(["account_id as accountId", "proven_method as provenMethod", "remembers"])
    .returning(sql<boolean>`'application' = any(reasons)`.as("isStepUp"))
    .returning(["failed_sign_ins as count", "last_failed_sign_in_at as latestAt"])
    .executeTakeFirst();
}

interface PendingRow extends Omit<PendingSignIn, "device" | "ended" | keyof Device> {
  browser: Device["browser"] | null;
  system: Device["system"] | null;
  endReason: PendingSignInEnd | null;
  isOpen: boolean;
}

async function selectPending(
  database: DbOrTrx,
  condition: RawBuilder<unknown>,
  lock: RawBuilder<unknown> = sql``,
): Promise<PendingSignIn | undefined> {
  const { rows } = await sql<PendingRow>`
    select p.id, p.account_id as "accountId", p.client, p.browser, p.system, p.reasons, p.interaction,
      p.client_login_action as "clientLoginAction", p.sent_method as "sentMethod", p.sent_at as "sentAt", p.denials,
      p.wrong_codes as "wrongCodes", p.wrong_code_limit as "wrongCodeLimit", p.started_at as "startedAt",
      p.expires_at as "expiresAt", p.extended_at as "extendedAt", p.proven_method as "provenMethod",
      p.end_reason as "endReason", app_now() as now, ${isOpen} as "isOpen"
    from pending_sign_in p where ${condition} ${lock}`.execute(database);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { browser, system, endReason, isOpen: open, ...pending } = row;
  const device = { browser: browser ?? undefined, system: system ?? undefined };
  return { ...pending, device, ended: open ? undefined : (endReason ?? "expired") };
}

const isOfBrand = (brandId: string) =>
  sql`exists (select from account where account.id = p.account_id and account.brand = ${brandId})`;

/** Finds a pending sign-in of a brand, also after its end, by the id that its browser or app has. */
export const findPendingSignIn = (database: DbOrTrx, key: { idHashes: readonly string[]; brandId: string }) =>
  selectPending(database, sql`p.id_hash = any(${[...key.idHashes]}) and ${isOfBrand(key.brandId)}`);

/** Locks a pending sign-in, whose account the caller has locked before; undefined once it has ended. */
export async function lockPendingSignIn(transaction: Trx, id: string): Promise<PendingSignIn | undefined> {
  const pending = await selectPending(transaction, sql`p.id = ${id}::uuid`, sql`for update`);
  return pending?.ended === undefined ? pending : undefined;
}

/**
 * Records which method the newest code was sent by. `denialHash`: of the link "this wasn't me" in its message, which
 * works in addition to those of earlier messages.
 */
export async function recordSentCode(
  transaction: Trx,
  { id, offeredId, method, denialHash }: { id: string; offeredId: string; method: SecondFactorId; denialHash: string },
): Promise<void> {
  await transaction
    .updateTable("pending_sign_in")
    .set({
      sent_method: offeredId,
      sent_at: appNow,
      denials: sql`denials || jsonb_build_object(${denialHash}::text, ${method}::text)`,
    })
    .where("id", "=", id)
    .execute();
}

/** Counts one wrong code; returns the new count. */
export async function countWrongSecondFactor(transaction: Trx, id: string): Promise<number> {
  const { wrong_codes } = await transaction
    .updateTable("pending_sign_in")
    .set({ wrong_codes: sql`wrong_codes + 1` })
    .where("id", "=", id)
    .returning("wrong_codes")
    .executeTakeFirstOrThrow();
  return wrong_codes;
}

/** Records the second proof; the browser then opens the session. */
export async function recordSecondFactor(
  transaction: Trx,
  { id, method, remembers }: { id: string; method: SecondFactorId; remembers: boolean },
): Promise<void> {
  await transaction
    .updateTable("pending_sign_in")
    .set({ proven_method: method, remembers })
    .where("id", "=", id)
    .execute();
}

/**
 * Ends the browser's pending sign-in of an account that has signed in by a passkey, which is both proofs. Returns its id;
 * undefined where none waits for the second proof.
 */
export async function passByPasskey(
  transaction: Trx,
  { accountId, idHashes }: { accountId: string; idHashes: readonly string[] },
): Promise<string | undefined> {
  if (idHashes.length === 0) return undefined;
  const passed = await transaction
    .updateTable("pending_sign_in")
    .set({ proven_method: "passkey", ended_at: appNow, end_reason: "passed" })
    .where("id_hash", "in", idHashes)
    .where("account_id", "=", accountId)
    .where("proven_method", "is", null)
    .where(isOpen)
    .returning("id")
    .executeTakeFirst();
  return passed?.id;
}

/** Ends a pending sign-in, or says why it ended in place of an earlier reason. */
export async function endPendingSignIn(transaction: Trx, id: string, reason: PendingSignInEnd): Promise<void> {
  await transaction
    .updateTable("pending_sign_in")
    .set({ ended_at: sql`coalesce(ended_at, app_now())`, end_reason: reason })
    .where("id", "=", id)
    .execute();
}

/** Gives the person as much time again, once; undefined where that was done before. */
export async function extendPendingSignIn(transaction: Trx, id: string): Promise<Date | undefined> {
  const extended = await transaction
    .updateTable("pending_sign_in")
    .set({
      extended_at: appNow,
      expires_at: sql<Date>`app_now() + make_interval(mins => ${ttl.pendingSignInMinutes}::int)`,
    })
    .where("id", "=", id)
    .where("extended_at", "is", null)
    .returning("expires_at")
    .executeTakeFirst();
  return extended?.expires_at;
}

/** Ends the pending sign-ins of an account: after a new password, and where all its access is revoked. */
export async function revokePendingSignIns(transaction: Trx, accountId: string): Promise<void> {
  await transaction
    .updateTable("pending_sign_in")
    .set({ ended_at: appNow, end_reason: "revoked" })
    .where("account_id", "=", accountId)
    .where("ended_at", "is", null)
    .execute();
}

/** Finds the sign-in of a message's link "this wasn't me", also after its end, and the method that the message came by. */
export async function findDeniableSignIn(
  database: DbOrTrx,
  { denialHashes, brandId }: { denialHashes: readonly string[]; brandId: string },
): Promise<{ pending: PendingSignIn; method: SecondFactorId | undefined } | undefined> {
  const pending = await selectPending(
    database,
    sql`p.denials ?| ${[...denialHashes]}::text[] and ${isOfBrand(brandId)}`,
  );
  const hash = denialHashes.find((one) => pending?.denials[one] !== undefined);
  return pending && { pending, method: hash === undefined ? undefined : pending.denials[hash] };
}
