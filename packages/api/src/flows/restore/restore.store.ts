import { idsOf, mapRows } from "@vestibule/catalogue/ids-of.ts";
import { sql } from "kysely";
import type { DbOrTrx, Trx } from "../../platform/database.table.ts";

/** The epoch of the last restore; empty when the database was never restored. */
export async function readRestoreEpoch(database: DbOrTrx): Promise<string> {
  const { epoch } = await database.selectFrom("restore_epoch").select("epoch").executeTakeFirstOrThrow();
  return epoch;
}

/** Sets a new random epoch, which is unique even when the same backup is restored twice. */
export async function moveRestoreEpoch(transaction: Trx): Promise<void> {
  await sql`update restore_epoch set epoch = gen_random_uuid()::text, restored_at = app_now()`.execute(transaction);
}

/** For each kind of issued credential that is still valid, the statement that ends it. */
const endings = {
  codes: sql`update one_time_code set superseded_at = app_now() where used_at is null and superseded_at is null`,
  links: sql`update link set superseded_at = app_now()
    where used_at is null and deleted_at is null and superseded_at is null`,
  waivers: sql`update account set second_factor_waived_until = null where second_factor_waived_until is not null`,
  linkRequests: sql`update link_request set state = 'expired', ended_at = app_now() where state in ('requested', 'approved')`,
  // One that was refused since the backup must not be approved.
  personRequests: sql`update person_request set due_at = app_now() where due_at > app_now()`,
  tickets: sql`update sign_in_ticket set used_at = app_now() where used_at is null`,
  temporaryPasswords: sql`update account set temporary_until = app_now() where status = 'T' and temporary_until > app_now()`,
  recoveries: sql`update recovery set done_at = app_now(), end_reason = 'superseded' where done_at is null`,
  // The newest token of API v2 is accepted even when expired, so no issued token may remain the newest.
  registrations: sql`update registration_attempt set ended_at = app_now(), end_reason = 'restored',
    newest_jti = case api when 'v2' then gen_random_uuid()::text end,
    previous_jti = null, previous_fingerprint = null, previous_answer = null
    where ended_at is null`,
  pendingSignIns: sql`update pending_sign_in set ended_at = app_now(), end_reason = 'revoked' where ended_at is null`,
  sessions: sql`update gateway_session set ended_at = app_now() where ended_at is null`,
  // One that was used since the backup must not work again, and which they are is not known.
  recoveryCodes: sql`update recovery_code set used_at = app_now() where used_at is null and superseded_at is null`,
  applications: sql`delete from oidc_artifact where session_uid is null`,
  agentSessions: sql`update agent_session set ended_at = app_now() where ended_at is null`,
  // Messages queued at the time of the backup were sent since, and their codes and links are revoked.
  messages: sql`update notification set status = 'expired', done_at = app_now(), claimed_until = null, facts = '{}',
    last_fault = 'restored' where status = 'queued'`,
};

export type EndedCounts = Readonly<Record<keyof typeof endings, number>>;

/** Ends everything issued; returns how many of each kind. */
export async function endEverythingIssued(transaction: Trx): Promise<EndedCounts> {
  await sql`select set_config('statement_timeout', '15min', true), set_config('lock_timeout', '1min', true),
    set_config('idle_in_transaction_session_timeout', '15min', true)`.execute(transaction);
  const counts = mapRows(endings, () => 0);
  for (const kind of idsOf(endings))
    counts[kind] = Number((await endings[kind].execute(transaction)).numAffectedRows ?? 0);
  return counts;
}

/** Time of the newest audit event: events between it and the restore are not in the backup. */
export async function newestEventAt(database: DbOrTrx): Promise<Date | undefined> {
  const row = await database.selectFrom("audit_event").select("at").orderBy("at", "desc").limit(1).executeTakeFirst();
  return row?.at;
}

export const restoredEvent = "database.restored";

export interface RecordedRestore {
  at: Date;
  /** Time of the newest event in the backup. */
  lastEventAt: string | undefined;
}

/** Restores recorded in the audit trail, oldest first. */
export async function recordedRestores(database: DbOrTrx): Promise<RecordedRestore[]> {
  const rows = await database
    .selectFrom("audit_event")
    .select("at")
    .select(sql<string | null>`facts ->> 'lastEventAt'`.as("lastEventAt"))
    .where("event", "=", restoredEvent)
    .orderBy("at")
    .execute();
  return rows.map(({ at, lastEventAt }) => ({ at, lastEventAt: lastEventAt ?? undefined }));
}
