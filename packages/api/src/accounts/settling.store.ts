import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import type { TypedEmail } from "@vestibule/contract/fields/email.rule.ts";
import type { AccountChange } from "@vestibule/contract/internal/support-desk.schema.ts";
import { type RawBuilder, sql } from "kysely";
import type { DatedChange } from "../audit/activity.store.ts";
import { revokeUnsettledApprovals } from "../household-requests/household-request.store.ts";
import { endConsentOf, endUnsettledConsents } from "../oidc/allowed-application.store.ts";
import { removePasskey, restoreRemovedPasskeys, turnOffPasskeys } from "../passkeys/passkey.store.ts";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";
import { endRemovalUndos } from "../second-factor/method-removal.store.ts";
import { putBackMethods } from "../second-factor/put-back-methods.ts";
import { revokeRecoveryCodesOf } from "../second-factor/recovery-code.store.ts";
import { revokeCodes } from "../verification/one-time-code.store.ts";
import { isOfEvent, settledBefore } from "./account.store.ts";
import { changeEmail } from "./account-change.store.ts";
import { endRequestedChanges, findChangeToPutBack, recordUndo } from "./email-change.store.ts";
import { forgetBrowsers } from "./known-browser.store.ts";
import { revokeAccess } from "./revoke-access.store.ts";
import type { Settled } from "./settling.rule.ts";

/*
 * For 72 hours after a change of what signs a person in, the account is settling: the change may be a thief's. The
 * previous contacts are notified of everything and receive what resets the password; what cannot be undone waits. An
 * undo or a freeze stops the clock until a new password. A change of a contact in the insurer's book settles the same
 * way; its time is on the row, and `settling.rule.ts` compares it.
 */

/** Starts the 72 hours, or starts them again. Each change of what signs in calls it. */
export async function startSettling(transaction: Trx, accountId: string): Promise<void> {
  await sql`update account set settling_until = app_now() + make_interval(hours => ${ttl.settlingHours})
    where id = ${accountId}::uuid`.execute(transaction);
}

/** The account's e-mail from before the changes that have not settled; undefined where none has changed it. */
export async function findEmailOfBefore(database: DbOrTrx, accountId: string): Promise<TypedEmail | undefined> {
  return (await findChangeToPutBack(database, { accountId }))?.previous;
}

/**
 * SQL: what an account proved after this time has not settled; what it was created with, by a transaction of seconds,
 * has. Needs `account` in scope.
 */
const provenBefore = sql<Date>`greatest(${settledBefore}, account.created_at + interval '1 minute')`;

/** What of an account has settled; undefined for an unknown account. */
export async function findSettled(database: DbOrTrx, accountId: string): Promise<Settled | undefined> {
  const { rows } = await sql<Settled>`
    select ${settledBefore} as before, array(
      select contact from account_contact where account_id = account.id and confirmed_at <= ${provenBefore}) as contacts
    from account where id = ${accountId}::uuid`.execute(database);
  return rows[0];
}

/** Takes back the policies that were added and have not settled, or were denied, and what they proved. */
async function takeBackAdditions(transaction: Trx, accountId: string, denied: DeniedChange | undefined): Promise<void> {
  const deniedAt = denied?.kind === "policiesAdded" ? denied.at : null;
  const isTakenBack = (at: RawBuilder<Date>) => sql<boolean>`(${at} > ${provenBefore}
    or (${isOfEvent(at, deniedAt)} and ${at} > account.created_at + interval '1 minute'))`;
  await sql`
    delete from account_policy added using account
    where account.id = ${accountId}::uuid and added.account_id = account.id and ${isTakenBack(sql`added.added_at`)}
  `.execute(transaction);
  await sql`
    delete from account_contact proven using account
    where account.id = ${accountId}::uuid and proven.account_id = account.id and ${isTakenBack(sql`confirmed_at`)}
      and contact <> account.email`.execute(transaction);
  await sql`
    delete from account_person proven using account
    where account.id = ${accountId}::uuid and proven.account_id = account.id and ${isTakenBack(sql`proven.added_at`)}
  `.execute(transaction);
}

/** A change that a person reports as not theirs, by its id or by the time of its event. */
export type DeniedChange = Pick<AccountChange, "kind" | "id"> | DatedChange;

/**
 * Restores the e-mail from before the changes that have not settled, and before a denied one, however old. Does nothing
 * where another account uses it by now.
 */
export async function putBackEmail(
  transaction: Trx,
  accountId: string,
  denied?: DeniedChange,
): Promise<"putBack" | "nothing" | "emailTaken"> {
  const orId = denied?.kind === "email" ? denied.id : undefined;
  const change = await findChangeToPutBack(transaction, { accountId, orId });
  if (change === undefined) return "nothing";
  const restored = await changeEmail(transaction, { accountId, ...change.previous });
  if (restored === "emailTaken") return "emailTaken";
  await recordUndo(transaction, change);
  return "putBack";
}

/**
 * Locks the password until a new one, restores removed passkeys and authenticator apps, leaves each passkey, or each new
 * one, and each new app off until its owner keeps it, takes back policies that were added and consents, ends links that
 * undo a removal, and revokes sessions, grants, tickets, links, resets, codes, approvals of drivers and known browsers:
 * another person may have used the account.
 */
export async function secureAccount(
  transaction: Trx,
  accountId: string,
  { denied, passkeysOff = "all" }: { denied?: DeniedChange | undefined; passkeysOff?: "all" | "unsettled" } = {},
): Promise<void> {
  await restoreRemovedPasskeys(transaction, {
    accountId,
    orId: denied?.kind === "passkeyRemoved" ? denied.id : undefined,
  });
  if (denied?.kind === "passkeyAdded") await removePasskey(transaction, { accountId, id: denied.id });
  await sql`
    update account set status = 'L', incident_at = coalesce(incident_at, app_now()), second_factor_waived_until = null
    where id = ${accountId}::uuid`.execute(transaction);
  await turnOffPasskeys(transaction, { accountId, which: passkeysOff });
  await putBackMethods(transaction, accountId, denied && "id" in denied ? denied : undefined);
  if (denied?.kind === "recoveryCodesMade") await revokeRecoveryCodesOf(transaction, { accountId, eventAt: denied.at });
  await endRemovalUndos(transaction, accountId);
  await takeBackAdditions(transaction, accountId, denied);
  await revokeUnsettledApprovals(transaction, accountId);
  await endUnsettledConsents(transaction, accountId);
  if (denied?.kind === "applicationAllowed") await endConsentOf(transaction, { accountId, eventAt: denied.at });
  for (const id of await endRequestedChanges(transaction, accountId)) await revokeCodes(transaction, id);
  await sql`
    update one_time_code set superseded_at = app_now()
    where session_id in (select id from recovery where account_id = ${accountId}::uuid and done_at is null)
      and used_at is null and superseded_at is null`.execute(transaction);
  await revokeAccess(transaction, accountId);
  await forgetBrowsers(transaction, { accountId });
}
