import type { RoleCode } from "@vestibule/catalogue/account.table.ts";
import type { SecondFactorId } from "@vestibule/catalogue/second-factor.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { type RawBuilder, sql } from "kysely";
import { revokeGrantsOfAccount, revokeGrantsOfSessions } from "../oidc/oidc-artifact.store.ts";
import { appNow, withoutNulls } from "../platform/database.adapter.ts";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";
import { isAuthenticatorInForce } from "../second-factor/authenticator.store.ts";
import { type Account, lockAccountForUpdate } from "./account.store.ts";
import type { Device } from "./device.rule.ts";
import type { FailedSignIns } from "./sign-in-failure.store.ts";

/** How a signed-in person proves again who they are. */
type ProofMethod = "password" | "passkey";

export interface GatewaySession {
  /** Keyed hash of the session's id, as stored. */
  idHash: string;
  accountId: string;
  brandId: string;
  email: string;
  firstName: string;
  lastName: string;
  /** Roles over all policies of the account, ascending. */
  roles: readonly RoleCode[];
  language: string;
  province: string;
  previousSignInAt: Date | null;
  /** Wrong passwords between the previous sign-in and this one. */
  failedSignIns: number;
  lastFailedSignInAt: Date | null;
  /** When the person gave the proof that opened it: at its start, or before in an application that handed over. */
  authenticatedAt: Date;
  /**
   * When the person last proved who they are, at the sign-in or since, and how, where it was since; before the sign-in
   * where that was a second proof alone, or was handed over by an application.
   */
  provenAt: Date;
  provenBy: ProofMethod | null;
  /** Null for a session of an earlier version, which knew only passwords and tickets. */
  openedBy: "password" | "ticket" | "passkey" | null;
  /** Method of the second proof that opened it, after the password or ticket. */
  secondFactor: SecondFactorId | null;
  /** Expiry of the idle timeout, and absolute expiry. */
  idleEndsAt: Date;
  endsAt: Date;
}

export interface AccountSession extends Pick<GatewaySession, "accountId" | "brandId" | "idHash" | "openedBy"> {
  /** Whether the person proved who they are, at the sign-in or since, recently enough to change the account. */
  isProven: boolean;
  /** Whether a change of the methods of a second proof needs one first: the account has an authenticator app. */
  needsSecondProof: boolean;
}

const idleEnd = sql<Date>`last_seen_at + make_interval(mins => ${ttl.gatewayIdleMinutes})`;
const latestEnd = sql<Date>`started_at + make_interval(mins => ${ttl.gatewayAbsoluteMinutes})`;
const authenticatedAt = sql<Date>`coalesce(authenticated_at, started_at)`;
const provenAt = sql<Date>`coalesce(proven_at, ${authenticatedAt})`;
const isFresh = (at: RawBuilder<Date>) =>
  sql<boolean>`(${at} + make_interval(mins => ${ttl.freshProofMinutes}) > app_now())`;
/** SQL: a fresh second proof by a method of the person's own, at the sign-in or since; a passkey is two by itself. */
const hasSecondProof = sql<boolean>`(coalesce(${isFresh(sql`second_proven_at`)}, false)
  or (coalesce(second_factor, '') in ('authenticator', 'recoveryCode') and ${isFresh(authenticatedAt)})
  or (coalesce(proven_by, opened_by, '') = 'passkey' and ${isFresh(provenAt)}))`;

/** SQL condition on a row of `gateway_session`. */
export const isActiveSession = sql<boolean>`(ended_at is null and ${idleEnd} > app_now() and ${latestEnd} > app_now())`;

/** When a session ended, or ends without further use. */
export const sessionEnd = sql<Date>`coalesce(ended_at, least(${idleEnd}, ${latestEnd}))`;

/** Renews the idle timeout of an active session and returns its account; undefined once the session has ended. */
export async function renewGatewaySession(
  database: DbOrTrx,
  session: { idHashes: readonly string[]; brandId: string },
): Promise<GatewaySession | undefined> {
  return database
    .updateTable("gateway_session")
    .from("account")
    .set({ last_seen_at: appNow })
    .whereRef("account.id", "=", "gateway_session.account_id")
    .where("account.brand", "=", session.brandId)
    .where("account.disabled", "=", false)
    .where("id_hash", "in", session.idHashes)
    .where(isActiveSession)
    .returning(["account.id as accountId", "account.brand as brandId", "email", "language", "province"])
    .returning(["first_name as firstName", "last_name as lastName", "previous_sign_in_at as previousSignInAt"])
    .returning(["id_hash as idHash", "opened_by as openedBy", "second_factor as secondFactor"])
    .returning(["failed_sign_ins as failedSignIns", "last_failed_sign_in_at as lastFailedSignInAt"])
    .returning("proven_by as provenBy")
    .returning([
      authenticatedAt.as("authenticatedAt"),
      provenAt.as("provenAt"),
      idleEnd.as("idleEndsAt"),
      latestEnd.as("endsAt"),
    ])
    .returning(
      sql<RoleCode[]>`array(
        select distinct role from account_policy where account_id = account.id order by role)`.as("roles"),
    )
    .executeTakeFirst();
}

/** Finds an active session and does not renew it: the gateway renews it with each page. */
export async function findAccountSession(
  database: DbOrTrx,
  session: { idHashes: readonly string[]; brandId: string },
): Promise<AccountSession | undefined> {
  return database
    .selectFrom("gateway_session")
    .innerJoin("account", "account.id", "gateway_session.account_id")
    .where("account.brand", "=", session.brandId)
    .where("account.disabled", "=", false)
    .where("id_hash", "in", session.idHashes)
    .where(isActiveSession)
    .select(["account.id as accountId", "account.brand as brandId", "id_hash as idHash", "opened_by as openedBy"])
    .select([
      isFresh(provenAt).as("isProven"),
      sql<boolean>`exists (select from authenticator
        where authenticator.account_id = account.id and ${isAuthenticatorInForce}) and not ${hasSecondProof}`.as(
        "needsSecondProof",
      ),
    ])
    .executeTakeFirst();
}

export interface NewSession {
  idHash: string;
  /** Id hashes of the browser's earlier session, which ends. */
  replaces: readonly string[];
  device: Device;
  /** Device id to assign where the account has not signed in from this browser before. */
  newDeviceId: string;
}

/** Opens a session of an account, and ends the one that it replaces. */
export async function openGatewaySession(
  transaction: Trx,
  { idHash, replaces, device }: NewSession,
  signIn: Pick<GatewaySession, "accountId" | "openedBy" | "secondFactor" | "previousSignInAt"> &
    FailedSignIns & { authenticatedAt: Date | null; isFreshProof: boolean },
): Promise<void> {
  if (replaces.length > 0) await endGatewaySession(transaction, replaces);
  // Without a fresh proof, what replaces a session is as fresh as that was.
  const replacedProof = sql<Date>`coalesce((select max(${provenAt}) from gateway_session
    where account_id = ${signIn.accountId}::uuid and id_hash = any(${[...replaces]})),
    app_now() - make_interval(mins => ${ttl.freshProofMinutes}))`;
  await transaction
    .insertInto("gateway_session")
    .values({
      id_hash: idHash,
      account_id: signIn.accountId,
      browser: device.browser ?? null,
      system: device.system ?? null,
      previous_sign_in_at: signIn.previousSignInAt,
      failed_sign_ins: signIn.count,
      last_failed_sign_in_at: signIn.latestAt ?? null,
      opened_by: signIn.openedBy,
      authenticated_at: signIn.authenticatedAt,
      second_factor: signIn.secondFactor,
      ...(!signIn.isFreshProof && { proven_at: replacedProof, proven_by: "password" }),
    })
    .execute();
}

export async function endGatewaySession(database: DbOrTrx, idHashes: readonly string[]) {
  await database
    .updateTable("gateway_session")
    .set({ ended_at: appNow })
    .where("id_hash", "in", idHashes)
    .where("ended_at", "is", null)
    .execute();
}

/** Ends every session of an account but the kept one, and revokes the tokens of applications. */
export async function endSessionsOfAccount(transaction: Trx, accountId: string, keptIdHash = "") {
  await revokeGrantsOfAccount(transaction, accountId);
  await endOtherSessions(transaction, { accountId, idHash: keptIdHash });
}

/** Records that the person proved who they are; false when the session has ended. */
export async function recordProof(
  transaction: Trx,
  { idHash, by }: { idHash: string; by: ProofMethod },
): Promise<boolean> {
  return rekeySession(transaction, { idHash, newIdHash: idHash, by });
}

/** Records a second proof; false when the session has ended. */
export async function recordSecondProof(transaction: Trx, idHash: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable("gateway_session")
    .set({ second_proven_at: appNow })
    .where("id_hash", "=", idHash)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Like `recordProof`, and gives the session another id, against session fixation. */
export async function rekeySession(
  transaction: Trx,
  change: { idHash: string; newIdHash: string; by: ProofMethod },
): Promise<boolean> {
  // One statement, at whose end PostgreSQL checks the reference of the provider's session.
  const { rows } = await sql`
    with rekeyed as (
      update gateway_session set id_hash = ${change.newIdHash}, proven_at = app_now(), proven_by = ${change.by}
      where id_hash = ${change.idHash} and ended_at is null returning id_hash),
    referring as (
      update oidc_artifact set gateway_session = ${change.newIdHash}
      where gateway_session = ${change.idHash} and exists (select from rekeyed))
    select from rekeyed`.execute(transaction);
  return rows.length > 0;
}

/**
 * Locks the account of a session and returns it while the session is active: another request may have frozen the
 * account, reset its password or ended the session since the call began.
 */
export async function lockAccountOfSession(
  transaction: Trx,
  { accountId, idHash }: Pick<AccountSession, "accountId" | "idHash">,
): Promise<Account | undefined> {
  const account = await lockAccountForUpdate(transaction, accountId);
  // A separate statement sees what was committed while the lock was awaited.
  const active = await transaction
    .selectFrom("gateway_session")
    .select("id_hash")
    .where("id_hash", "=", idHash)
    .where(isActiveSession)
    .executeTakeFirst();
  return active && account?.disabled === false ? account : undefined;
}

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

/** Ends one other session of an account, or without an id all others, with the tokens of its applications. Returns how
 * many it ended. */
export async function endOtherSessions(
  transaction: Trx,
  { accountId, idHash, id }: { accountId: string; idHash: string; id?: string | undefined },
): Promise<number> {
  const ended = await transaction
    .updateTable("gateway_session")
    .set({ ended_at: appNow })
    .where("account_id", "=", accountId)
    .where("id_hash", "<>", idHash)
    .where("ended_at", "is", null)
    .$if(id !== undefined, (query) => query.where("public_id", "=", id ?? ""))
    .returning("id_hash")
    .execute();
  await revokeGrantsOfSessions(
    transaction,
    ended.map((session) => session.id_hash),
  );
  return ended.length;
}
