import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { sql } from "kysely";
import type { AdapterPayload } from "oidc-provider";
import { type GatewaySession, isActiveSession, sessionEnd } from "../accounts/gateway-session.store.ts";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";

/**
 * Saves what the provider adds to a gateway session: the applications that signed in by it. Those of concurrent requests
 * are merged.
 */
export async function saveOidcSession(
  database: DbOrTrx,
  { session, issuer, payload }: { session: GatewaySession; issuer: string; payload: AdapterPayload },
): Promise<void> {
  await sql`
    insert into oidc_artifact (id_hash, model, issuer, account_id, gateway_session, session_uid, payload, expires_at)
    values (${session.idHash}, 'Session', ${issuer}, ${session.accountId}::uuid, ${session.idHash}, ${payload.uid},
      ${JSON.stringify(payload)}::jsonb, ${announcedUntil(session)})
    on conflict (gateway_session) where gateway_session is not null do update set payload = excluded.payload
      || jsonb_build_object('authorizations', coalesce(oidc_artifact.payload -> 'authorizations', '{}')
        || coalesce(excluded.payload -> 'authorizations', '{}'))`.execute(database);
}

/** Kept beyond the gateway session, to announce its end to applications that are away then. */
const announcedUntil = ({ endsAt }: GatewaySession) =>
  sql`${endsAt}::timestamptz + make_interval(mins => ${ttl.oidcLogoutRetryMinutes})`;

/** Of an active gateway session. */
export async function findOidcSession(database: DbOrTrx, gatewaySession: string): Promise<AdapterPayload | undefined> {
  const row = await database
    .selectFrom("oidc_artifact")
    .select("payload")
    .where("gateway_session", "=", gatewaySession)
    .executeTakeFirst();
  return row?.payload;
}

/** The session that tokens are bound to; undefined once its gateway session has ended. */
export async function findOidcSessionByUid(database: DbOrTrx, uid: string): Promise<AdapterPayload | undefined> {
  const row = await database
    .selectFrom("oidc_artifact")
    .innerJoin("gateway_session", "gateway_session.id_hash", "oidc_artifact.gateway_session")
    .select("payload")
    .where("session_uid", "=", uid)
    .where(isActiveSession)
    .executeTakeFirst();
  return row?.payload;
}

/** After the same person has proven who they are again, keeps their applications signed in by the new gateway session. */
export async function moveOidcSession(
  database: DbOrTrx,
  { uid, session }: { uid: string; session: GatewaySession },
): Promise<void> {
  await sql`
    update oidc_artifact set gateway_session = ${session.idHash}, expires_at = ${announcedUntil(session)}
    where session_uid = ${uid} and account_id = ${session.accountId}::uuid
      and not exists (select from oidc_artifact other where other.gateway_session = ${session.idHash})`.execute(
    database,
  );
}

export interface EndedOidcSession {
  idHash: string;
  issuer: string;
  accountId: string;
  brandId: string;
  payload: AdapterPayload;
}

/** Between two announcements of one ended session. */
const retrySeconds = 60;
/** A sign-in that replaces a session of the same person moves it within this time. */
const graceSeconds = 3;

/** Announced at once, every two seconds. */
const batch = 100;

/**
 * Claims some sessions that have ended, by a person, by time or with their account, and are not announced yet; the claim
 * is also the time of the next try.
 */
export async function claimEndedOidcSessions(database: DbOrTrx): Promise<EndedOidcSession[]> {
  const { rows } = await sql<EndedOidcSession>`
    update oidc_artifact set announce_at = app_now() + make_interval(secs => ${retrySeconds})
    where id_hash = any(array(
      select oidc_artifact.id_hash from oidc_artifact
      left join gateway_session on gateway_session.id_hash = oidc_artifact.gateway_session
      where session_uid is not null and announce_at <= app_now() and expires_at > app_now()
        and (oidc_artifact.gateway_session is null
          or ${sessionEnd} < app_now() - make_interval(secs => ${graceSeconds}))
      order by announce_at limit ${batch} for update of oidc_artifact skip locked))
    returning id_hash as "idHash", issuer, coalesce(account_id::text, payload ->> 'accountId') as "accountId",
      coalesce((select brand from account where id = account_id), payload ->> 'brandId') as "brandId",
      payload`.execute(database);
  return rows;
}

/**
 * Before an account is deleted, keeps of its sessions what their end is announced with: the account's id, which the
 * subject derives from, and the applications.
 */
export async function detachOidcSessions(transaction: Trx, account: { id: string | null; brandId: string }) {
  await sql`
    update oidc_artifact set account_id = null, gateway_session = null, payload = jsonb_build_object(
      'accountId', account_id, 'brandId', ${account.brandId}::text, 'authorizations', payload -> 'authorizations')
    where account_id = ${account.id}::uuid and gateway_session is not null`.execute(transaction);
}

export async function deleteOidcSession(database: DbOrTrx, idHash: string): Promise<void> {
  await database.deleteFrom("oidc_artifact").where("id_hash", "=", idHash).execute();
}
