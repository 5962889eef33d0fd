import { type RawBuilder, sql } from "kysely";
import type { AuditEvent } from "../audit/auditor.port.ts";
import type { ApiDeps } from "../deps.ts";
import type { Limits } from "../limits/limit.port.ts";
import { type PasskeyUse, passkeyUseSteps } from "../passkeys/passkey.store.ts";
import type { Db, DbOrTrx, Trx } from "../platform/database.table.ts";
import { transact } from "../platform/transaction.adapter.ts";
import { type Account, type AccountRow, accountIn, accountSelection, decoyPasswordHash } from "./account.store.ts";
import type { Device } from "./device.rule.ts";
import {
  forgottenBrowsers,
  isBrowserKnown,
  knownBrowserAddition,
  rememberedBrowsers,
  stopRemembering,
} from "./known-browser.store.ts";
import { insertPendingSignIn, type PendingToStart, pendingSignInConsumption } from "./pending-sign-in.store.ts";
import {
  consecutiveReset,
  earlierFailureDeletion,
  type FailedSignIns,
  type FailureCounter,
  failedKeys,
  failureReset,
  lockedKeys,
} from "./sign-in-failure.store.ts";
import { recordVerifiedPassword, signInSteps } from "./sign-in-record.store.ts";
import { ticketRedemption } from "./sign-in-ticket.store.ts";

export interface SignInFacts {
  account: Account | undefined;
  /** Undefined where the brand has no accounts. */
  decoyHash: string | undefined;
  lockedKeys: readonly string[];
  /** Keys of counters with so many wrong passwords in a row that they are a signal. */
  failedKeys: readonly string[];
  /** Whether the password was reset since the last sign-in, as after a freeze. */
  isAfterReset: boolean;
  /** Whether the last sign-in was more than a year ago. */
  isDormant: boolean;
  /** Whether wrong passwords of many login names came from the client IP. */
  hasManyAccounts: boolean;
  /** Hashes of the browser that the person has forgotten. */
  forgottenBrowsers: readonly string[];
  /** Hashes by which the account remembers the browser, so that no second proof is asked for. */
  rememberedBrowsers: readonly string[];
}

interface FactsQuery {
  brandId: string;
  email: string;
  clientIp: string;
  decoyId: string;
  counterKeys: string[];
  browserHashes: string[];
}

/** Reads what the verification of a sign-in needs in one statement. */
export async function readSignInFacts(
  { database, limits }: { database: Db; limits: Limits },
  query: FactsQuery,
): Promise<SignInFacts> {
  const { rows } = await sql<FactsRow>`
      select ${accountSelection}, ${lockedKeys(query.counterKeys)} as "lockedKeys",
        ${failedKeys(query.counterKeys)} as "failedKeys", ${isAfterReset} as "isAfterReset", ${isDormant} as "isDormant",
        ${limits.isExceeded({ limit: "wrongNamesClientIp", subject: query.clientIp })} as "hasManyAccounts",
        ${forgottenBrowsers(query.browserHashes)} as "forgottenBrowsers",
        ${rememberedBrowsers(query.browserHashes)} as "rememberedBrowsers",
        ${decoyPasswordHash({ brandId: query.brandId, accountId: query.decoyId })} as "decoyHash"
      from (select) one left join account on account.brand = ${query.brandId} and account.email = ${query.email}`.execute(
    database,
  );
  const [row] = rows as [FactsRow];
  return {
    account: accountIn(row),
    decoyHash: row.decoyHash ?? undefined,
    lockedKeys: row.lockedKeys,
    failedKeys: row.failedKeys,
    isAfterReset: row.isAfterReset ?? false,
    isDormant: row.isDormant ?? false,
    hasManyAccounts: row.hasManyAccounts,
    forgottenBrowsers: row.forgottenBrowsers,
    rememberedBrowsers: row.rememberedBrowsers,
  };
}

type FactsRow = AccountRow &
  Pick<SignInFacts, "lockedKeys" | "failedKeys" | "hasManyAccounts" | "forgottenBrowsers" | "rememberedBrowsers"> & {
    decoyHash: string | null;
    /** Null without an account. */
    isAfterReset: boolean | null;
    isDormant: boolean | null;
  };

/** SQL: a reset has followed the last sign-in of the account in scope. The trail is read only after a new password. */
const followsReset = (condition: RawBuilder<unknown> = sql`true`) => sql<boolean>`case
  when account.password_changed_at > coalesce(account.last_sign_in_at, '-infinity') then exists (
    select from audit_event
    where account_id = account.id and event = 'password.reset' and at > coalesce(account.last_sign_in_at, '-infinity')
      and ${condition})
  end`;
const isAfterReset = followsReset();

/** Whether the account's password was reset by a code or a link in an e-mail, and no sign-in has followed. */
export async function wasResetByEmail(database: DbOrTrx, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ wasReset: boolean | null }>`
    select ${followsReset(sql`facts->>'how' <> 'temporary'`)} as "wasReset" from account
    where id = ${accountId}::uuid`.execute(database);
  return rows[0]?.wasReset ?? false;
}
const isDormant = sql`coalesce(account.last_sign_in_at, account.created_at) < app_now() - interval '1 year'`;

/** Proof of identity, checked and consumed by the transaction that signs in. */
export type SignInProof =
  /** A verified password. `nameKeys`: counters that are reset too, where `counter` is that of a trusted device. */
  | { kind: "password"; counter: FailureCounter; nameKeys?: readonly string[]; upgradedHash?: string | undefined }
  | { kind: "ticket"; tokenHashes: readonly string[] }
  /**
   * `nameKeys`: counters of the login name, whose failures are reset and reported. `pendingIdHashes`: of the browser's
   * pending sign-in, which the passkey completes.
   */
  | { kind: "passkey"; use: PasskeyUse; nameKeys: readonly string[]; pendingIdHashes: readonly string[] }
  /** A verified password and the second proof. `rememberDays`: for how long the browser is remembered, if wanted. */
  | { kind: "pending"; pendingIdHashes: readonly string[]; rememberDays: number };

/** A ticket continues another journey, and its code was not typed to sign in. */
const codesInARow = {
  pending: sql`account.codes_in_a_row + 1`,
  password: sql`0`,
  passkey: sql`0`,
  ticket: sql`account.codes_in_a_row`,
} satisfies Record<SignInProof["kind"], RawBuilder<unknown>>;

export interface NewSession {
  idHash: string;
  /** Id hashes of the browser's earlier session, which ends. */
  replaces: readonly string[];
  device: Device;
  /** Device id to assign where the account has not signed in from this browser before. */
  newDeviceId: string;
}

export interface SignInToRecord {
  account: Account;
  proof: SignInProof;
  session: NewSession;
  /** Hashes of the browser's device id, newest first. */
  browserHashes: readonly string[];
  /** Whether the account may sign in; otherwise only the proof is consumed. */
  isEligible: boolean;
}

/** `previousSignInAt` is undefined when the account did not sign in. */
export interface RecordedSignIn {
  previousSignInAt: Date | null | undefined;
  /** Whether the account did not know the browser before. */
  isNewBrowser: boolean;
  failedSignIns: FailedSignIns;
}

/**
 * Consumes the proof, records the sign-in on an account that is unchanged since it was verified, and opens the session,
 * in one statement that holds the row locks for the shortest time. Undefined when the proof is no longer valid, because a
 * concurrent attempt locked the name or used the ticket.
 */
export async function recordSignIn(
  transaction: Trx,
  { account, proof, session, browserHashes, isEligible }: SignInToRecord,
): Promise<RecordedSignIn | undefined> {
  const { browser, system } = session.device;
  const upgradedHash = proof.kind === "password" ? proof.upgradedHash : undefined;
  const steps = [
    ...proofSteps(proof, account),
    ...signInSteps(
      { account, upgradedHash, codesInARow: codesInARow[proof.kind] },
      sql`${isEligible}::boolean and exists (select from proven)`,
    ),
    sql`opened as (
      insert into gateway_session (id_hash, account_id, browser, system, previous_sign_in_at, failed_sign_ins,
        last_failed_sign_in_at, opened_by, second_factor)
      select ${session.idHash}::text, ${account.id}::uuid, ${browser ?? null}, ${system ?? null}, previous, count,
        latest_at, ${proof.kind === "pending" ? "password" : proof.kind}::text, second_factor
      from recorded, proven returning started_at)`,
    ...knownBrowserAddition({
      accountId: account.id,
      idHashes: browserHashes,
      device: session.device,
      ...(proof.kind === "pending" && {
        rememberedUntil: sql`(select case when remembers then app_now() + make_interval(days => ${proof.rememberDays}::int) end
          from passed)`,
      }),
    }),
  ];
  if (session.replaces.length > 0)
    steps.push(sql`ended as (
      update gateway_session set ended_at = app_now()
      where id_hash = any(${[...session.replaces]}) and ended_at is null and exists (select from recorded))`);
  const statement = sql<RecordedRow>`
    with ${sql.join(steps)}
    select count, latest_at, signed_in, previous, not ${isBrowserKnown(account.id, browserHashes)} as is_new_browser
    from proven left join recorded on true`;
  const [row] = (await statement.execute(transaction)).rows;
  if (row === undefined) return undefined;
  return {
    previousSignInAt: row.signed_in ? row.previous : undefined,
    isNewBrowser: row.is_new_browser,
    failedSignIns: { count: row.count, latestAt: row.latest_at ?? undefined },
  };
}

export interface PendingToRecord extends Pick<SignInToRecord, "account" | "isEligible"> {
  /** A verified password, or the ticket of a reset by e-mail. */
  proof: Extract<SignInProof, { kind: "password" | "ticket" }>;
  pending: PendingToStart;
  /** Hashes of a remembered browser with a signal, which stays in doubt until the second proof. */
  doubted: readonly string[];
  events: { asked: (journeyId: string) => AuditEvent; refused: AuditEvent };
}

/**
 * Consumes a verified password or a ticket, and makes the pending sign-in that waits for the second proof of an unchanged account.
 * Undefined when a concurrent attempt locked the name or used the ticket; `isPending` is false when the account may not
 * sign in.
 */
export function recordPendingSignIn(
  { database, auditor }: Pick<ApiDeps, "database" | "auditor">,
  { account, proof, pending, doubted, isEligible, events }: PendingToRecord,
): Promise<{ isPending: boolean } | undefined> {
  const upgradedHash = proof.kind === "password" ? proof.upgradedHash : undefined;
  const consumption = sql<Pick<RecordedRow, "count" | "latest_at">>`
    with ${sql.join(proofSteps(proof, account))} select count, latest_at from proven`;
  return transact(database, async (transaction) => {
    const [row] = (await consumption.execute(transaction)).rows;
    if (row === undefined) return undefined;
    const isRecorded =
      isEligible && (await recordVerifiedPassword(transaction, { account, upgradedHash, isPending: true }));
    if (!isRecorded) {
      await auditor.record(transaction, events.refused);
      return { isPending: false };
    }
    const failedSignIns = { count: row.count, latestAt: row.latest_at ?? undefined };
    if (doubted.length > 0) await stopRemembering(transaction, { accountId: account.id, idHashes: doubted });
    const id = await insertPendingSignIn(transaction, account.id, { ...pending, failedSignIns });
    await auditor.record(transaction, events.asked(id));
    return { isPending: true };
  });
}

interface RecordedRow {
  count: number;
  latest_at: Date | null;
  signed_in: true | null;
  previous: Date | null;
  is_new_browser: boolean;
}

/** The step `proven` returns one row with the failed sign-ins since the last one, or no row. */
function proofSteps(proof: SignInProof, { id }: Account): RawBuilder<unknown>[] {
  if (proof.kind === "ticket")
    return [
      sql`redeemed as (${ticketRedemption(proof.tokenHashes)})`,
      sql`proven as (
        select 0 as count, null::timestamptz as latest_at, second_factor from redeemed where account_id = ${id})`,
    ];
  if (proof.kind === "pending")
    return [
      sql`passed as (${pendingSignInConsumption(proof.pendingIdHashes)})`,
      sql`proven as (
        select failed_sign_ins as count, last_failed_sign_in_at as latest_at, proven_method as second_factor
        from passed where account_id = ${id})`,
    ];
  if (proof.kind === "passkey")
    return [
      ...passkeyUseSteps(proof.use),
      sql`name_reset as (${consecutiveReset(proof.nameKeys, sql`exists (select from used)`)})`,
      sql`proven as (
        select coalesce((select max(count) from name_reset), 0) as count, (select max(latest_at) from name_reset) as latest_at,
          null::text as second_factor
        from used where account_id = ${id})`,
      // Another proof than the held methods.
      sql`held_released as (
        delete from held_second_factor where account_id = ${id} and exists (select from used where account_id = ${id}))`,
    ];
  const { counter, nameKeys } = proof;
  const onlyProven = sql`exists (select from reset)`;
  const steps = [sql`reset as (${failureReset(counter)})`];
  if (counter.keys.length > 1) steps.push(sql`forgotten as (${earlierFailureDeletion(counter)} and ${onlyProven})`);
  const others = nameKeys && sql`name_reset as (${consecutiveReset(nameKeys, onlyProven)})`;
  return others === undefined
    ? [...steps, sql`proven as (select count, latest_at, null::text as second_factor from reset)`]
    : [
        ...steps,
        others,
        sql`proven as (
          select count + coalesce((select max(count) from name_reset), 0) as count,
            greatest(latest_at, (select max(latest_at) from name_reset)) as latest_at, null::text as second_factor
          from reset)`,
      ];
}
