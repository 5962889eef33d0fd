import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { sql } from "kysely";
import type { AdapterPayload } from "oidc-provider";
import { type GatewaySession, isActiveSession, sessionEnd } from "../accounts/gateway-session.store.ts";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";

/** Saves the applications that signed in through a gateway session, merged with those of concurrent requests. */
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

/** Kept beyond the gateway session, so that applications unavailable at first learn of its end. */
const announcedUntil = ({ endsAt }: GatewaySession) =>
  sql`${endsAt}::timestamptz + make_interval(mins => ${ttl.oidcLogoutRetryMinutes})`;

export async function findOidcSession(database: DbOrTrx, gatewaySession: string): Promise<AdapterPayload | undefined> {
  const row = await database
    .selectFrom("oidc_artifact")
    .select("payload")
    .where("gateway_session", "=", gatewaySession)
    .executeTakeFirst();
  return row?.payload;
}

/** Finds the session that tokens are bound to; undefined once its gateway session has ended. */
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

/** Moves a person's applications to the gateway session that they opened by signing in again. */
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
  payload: AdapterPayload & {
    /** Number of earlier announcements that an application did not receive. */
    failedAnnouncements?: number;
  };
  announcedUntil: Date;
  now: Date;
}

/** How long a server may take for an announcement before another one makes it again. */
const leaseSeconds = 60;
/** Seconds within which a sign-in that replaces a session of the same person moves its applications. */
const graceSeconds = 3;

/** Number of sessions that are leased at once. */
export const leasedSessions = 100;

/** Leases ended sessions that are not announced yet. */
export async function leaseEndedOidcSessions(database: DbOrTrx): Promise<EndedOidcSession[]> {
  const { rows } = await sql<EndedOidcSession>`
    update oidc_artifact set announce_at = app_now() + make_interval(secs => ${leaseSeconds})
    where id_hash = any(array(
      select oidc_artifact.id_hash from oidc_artifact
      left join gateway_session on gateway_session.id_hash = oidc_artifact.gateway_session
      where session_uid is not null and announce_at <= app_now() and expires_at > app_now()
        and (oidc_artifact.gateway_session is null
          or ${sessionEnd} < app_now() - make_interval(secs => ${graceSeconds}))
      order by announce_at limit ${leasedSessions} for update of oidc_artifact skip locked))
    returning id_hash as "idHash", issuer, coalesce(account_id::text, payload ->> 'accountId') as "accountId",
      coalesce((select brand from account where id = account_id), payload ->> 'brandId') as "brandId",
      payload, expires_at as "announcedUntil", app_now() as now`.execute(database);
  return rows;
}

/**
 * Detaches the sessions of an account before it is deleted. They keep what their end is announced with: the account's
 * id, from which the subject derives, and the applications.
 */
export async function detachOidcSessions(transaction: Trx, account: { id: string | null; brandId: string }) {
  await sql`
    update oidc_artifact set account_id = null, gateway_session = null, payload = jsonb_build_object(
      'accountId', account_id, 'brandId', ${account.brandId}::text, 'authorizations', payload -> 'authorizations')
    where account_id = ${account.id}::uuid and gateway_session is not null`.execute(transaction);
}

/**
 * Takes an application out of the sessions of an account. Rows without a session keep what its end is announced with.
 */
export async function detachApplication(
  transaction: Trx,
  { accountId, brandId, clientId }: { accountId: string; brandId: string; clientId: string },
): Promise<void> {
  await sql`
    with session as (
      select id_hash, issuer, payload #> array['authorizations', ${clientId}::text] as signed_in from oidc_artifact
      where account_id = ${accountId}::uuid and gateway_session is not null
        and jsonb_exists(payload -> 'authorizations', ${clientId}) for update),
    detached as (
      update oidc_artifact set payload = payload #- array['authorizations', ${clientId}::text]
      where id_hash in (select id_hash from session))
    insert into oidc_artifact (id_hash, model, issuer, session_uid, payload, expires_at)
    select gen_random_uuid()::text, 'Session', issuer, gen_random_uuid()::text, jsonb_build_object(
        'accountId', ${accountId}::text, 'brandId', ${brandId}::text,
        'authorizations', jsonb_build_object(${clientId}::text, signed_in)),
      app_now() + make_interval(mins => ${ttl.oidcLogoutRetryMinutes}) from session`.execute(transaction);
}

/** Keeps of an ended session the applications that have not received its end, until they are notified again. */
export async function postponeAnnouncement(
  database: DbOrTrx,
  { idHash, waiting, failures, seconds }: PostponedAnnouncement,
): Promise<void> {
  const kept = JSON.stringify({ authorizations: waiting, failedAnnouncements: failures });
  await sql`
    update oidc_artifact set payload = payload || ${kept}::jsonb, announce_at = app_now() + make_interval(secs => ${seconds})
    where id_hash = ${idHash}`.execute(database);
}

interface PostponedAnnouncement {
  idHash: string;
  waiting: AdapterPayload["authorizations"];
  failures: number;
  /** Until the next announcement. */
  seconds: number;
}

export async function deleteOidcSession(database: DbOrTrx, idHash: string): Promise<void> {
  await database.deleteFrom("oidc_artifact").where("id_hash", "=", idHash).execute();
}
