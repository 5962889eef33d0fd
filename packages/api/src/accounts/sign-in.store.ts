import type { SecondFactorId } from "@vestibule/catalogue/second-factor.table.ts";
import { type RawBuilder, sql } from "kysely";
import type { AuditEvent } from "../audit/auditor.port.ts";
import type { ApiDeps } from "../deps.ts";
import type { Limits } from "../limits/limit.port.ts";
import { consumeHandover, type Handover } from "../oidc/handover.store.ts";
import { type PasskeyUse, recordPasskeyUse } from "../passkeys/passkey.store.ts";
import { firstRow } from "../platform/database.adapter.ts";
import type { Db, DbOrTrx, Trx } from "../platform/database.table.ts";
import { transact } from "../platform/transaction.adapter.ts";
import { releaseMethods } from "../second-factor/held-second-factor.store.ts";
import { type Account, type AccountRow, accountIn, accountSelection, decoyPasswordHash } from "./account.store.ts";
import { type GatewaySession, type NewSession, openGatewaySession } from "./gateway-session.store.ts";
import { forgottenBrowsers, recordBrowser, rememberedBrowsers, stopRemembering } from "./known-browser.store.ts";
import { consumePendingSignIn, insertPendingSignIn, type PendingToStart } from "./pending-sign-in.store.ts";
import {
  type FailedSignIns,
  type FailureCount,
  type FailureCounter,
  failureCounts,
  noFailedSignIns,
  resetConsecutiveFailures,
  resetFailures,
} from "./sign-in-failure.store.ts";
import { recordVerifiedSignIn } from "./sign-in-record.store.ts";
import { consumeTicket } from "./sign-in-ticket.store.ts";

export interface SignInFacts {
  account: Account | undefined;
  /** Undefined where the brand has no accounts. */
  decoyHash: string | undefined;
  /** Counters of wrong passwords: of the name, and of its trusted devices in this browser. */
  counters: readonly FailureCount[];
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
      select ${accountSelection}, ${failureCounts(query.counterKeys)} as counters, ${isAfterReset} as "isAfterReset", ${isDormant} as "isDormant",
        ${limits.isExceeded({ limit: "wrongNamesClientIp", subject: query.clientIp })} as "hasManyAccounts",
        ${forgottenBrowsers(query.browserHashes)} as "forgottenBrowsers",
        ${rememberedBrowsers(query.browserHashes)} as "rememberedBrowsers",
        ${decoyPasswordHash({ brandId: query.brandId, accountId: query.decoyId })} as "decoyHash"
      from (select) one left join account on account.brand = ${query.brandId} and account.email = ${query.email}`.execute(
    database,
  );
  const row = firstRow(rows);
  return {
    account: accountIn(row),
    decoyHash: row.decoyHash ?? undefined,
    counters: row.counters,
    isAfterReset: row.isAfterReset ?? false,
    isDormant: row.isDormant ?? false,
    hasManyAccounts: row.hasManyAccounts,
    forgottenBrowsers: row.forgottenBrowsers,
    rememberedBrowsers: row.rememberedBrowsers,
  };
}

type FactsRow = AccountRow &
  Pick<SignInFacts, "counters" | "hasManyAccounts" | "forgottenBrowsers" | "rememberedBrowsers"> & {
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
  | { kind: "password"; counter: FailureCounter; nameKeys: readonly string[]; upgradedHash?: string | undefined }
  | { kind: "ticket"; tokenHashes: readonly string[] }
  /** The sign-in of an application, handed over to the browser. */
  | { kind: "handover"; handover: Handover }
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
  handover: sql`account.codes_in_a_row`,
} satisfies Record<SignInProof["kind"], RawBuilder<unknown>>;

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
 * Consumes the proof, records the sign-in on an account that is unchanged since it was verified, and opens the session.
 * Undefined when the proof is no longer valid, because a concurrent attempt locked the name or used the ticket.
 */
export async function recordSignIn(
  transaction: Trx,
  { account, proof, session, browserHashes, isEligible }: SignInToRecord,
): Promise<RecordedSignIn | undefined> {
  const accountId = account.id;
  const proven = await consumeProof(transaction, proof, accountId);
  if (proven === undefined) return undefined;
  const { failedSignIns, secondFactor } = proven;
  const recorded = isEligible
    ? await recordVerifiedSignIn(transaction, {
        account,
        upgradedHash: proof.kind === "password" ? proof.upgradedHash : undefined,
        codesInARow: codesInARow[proof.kind],
      })
    : undefined;
  if (recorded === undefined) return { previousSignInAt: undefined, isNewBrowser: false, failedSignIns };
  const { previousSignInAt } = recorded;
  const { openedBy, authenticatedAt } = openingOf(proof);
  await openGatewaySession(transaction, session, {
    accountId,
    openedBy,
    authenticatedAt,
    secondFactor,
    previousSignInAt,
    // An application may hand a second proof over that was given alone.
    isFreshProof: proof.kind !== "handover" && !proven.isStepUp,
    ...failedSignIns,
  });
  const { isKnown } = await recordBrowser(transaction, {
    accountId,
    idHashes: browserHashes,
    device: session.device,
    sessionIdHash: session.idHash,
    rememberDays: proof.kind === "pending" && proven.remembers ? proof.rememberDays : undefined,
  });
  return { previousSignInAt, isNewBrowser: !isKnown, failedSignIns };
}

function openingOf(proof: SignInProof): Pick<GatewaySession, "openedBy"> & { authenticatedAt: Date | null } {
  if (proof.kind === "handover") return proof.handover;
  return { openedBy: proof.kind === "pending" ? "password" : proof.kind, authenticatedAt: null };
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
 * Consumes a verified password or a ticket, and makes the pending sign-in that waits for the second proof of an unchanged
 * account. Undefined when a concurrent attempt locked the name or used the ticket; `isPending` is false when the account
 * may not sign in.
 */
export function recordPendingSignIn(
  { database, auditor }: Pick<ApiDeps, "database" | "auditor">,
  { account, proof, pending, doubted, isEligible, events }: PendingToRecord,
): Promise<{ isPending: boolean } | undefined> {
  const upgradedHash = proof.kind === "password" ? proof.upgradedHash : undefined;
  return transact(database, async (transaction) => {
    const proven = await consumeProof(transaction, proof, account.id);
    if (proven === undefined) return undefined;
    const isRecorded =
      isEligible && (await recordVerifiedSignIn(transaction, { account, upgradedHash, isPending: true })) !== undefined;
    if (!isRecorded) {
      await auditor.record(transaction, events.refused);
      return { isPending: false };
    }
    if (doubted.length > 0) await stopRemembering(transaction, { accountId: account.id, idHashes: doubted });
    const id = await insertPendingSignIn(transaction, account.id, {
      ...pending,
      failedSignIns: proven.failedSignIns,
    });
    await auditor.record(transaction, events.asked(id));
    return { isPending: true };
  });
}

interface ConsumedProof {
  failedSignIns: FailedSignIns;
  /** Method of the second proof, after the password or ticket. */
  secondFactor: SecondFactorId | null;
  /** Whether the person wants the browser remembered. */
  remembers?: boolean;
  /** Whether a session took the place of the password. */
  isStepUp?: boolean;
}

/** Consumes the proof of an account; undefined when it is no longer valid. */
async function consumeProof(
  transaction: Trx,
  proof: SignInProof,
  accountId: string,
): Promise<ConsumedProof | undefined> {
  switch (proof.kind) {
    case "ticket": {
      const ticket = await consumeTicket(transaction, proof.tokenHashes);
      if (ticket?.accountId !== accountId) return undefined;
      return { failedSignIns: noFailedSignIns, secondFactor: ticket.secondFactor };
    }
    case "handover": {
      if (!(await consumeHandover(transaction, proof.handover))) return undefined;
      return { failedSignIns: noFailedSignIns, secondFactor: proof.handover.secondFactor };
    }
    case "pending": {
      const pending = await consumePendingSignIn(transaction, proof.pendingIdHashes);
      if (pending?.accountId !== accountId) return undefined;
      const { count, latestAt, provenMethod, ...more } = pending;
      return { failedSignIns: { count, latestAt: latestAt ?? undefined }, secondFactor: provenMethod, ...more };
    }
    case "passkey": {
      if (!(await recordPasskeyUse(transaction, proof.use))) return undefined;
      // Another proof than the held methods.
      await releaseMethods(transaction, accountId);
      return {
        failedSignIns: await resetConsecutiveFailures(transaction, proof.nameKeys),
        secondFactor: null,
      };
    }
    case "password": {
      const failures = await resetFailures(transaction, proof.counter);
      if (failures === undefined) return undefined;
      const ofName = await resetConsecutiveFailures(transaction, proof.nameKeys);
      return { failedSignIns: sumOf(failures, ofName), secondFactor: null };
    }
  }
}

function sumOf(one: FailedSignIns, other: FailedSignIns): FailedSignIns {
  const times = [one.latestAt, other.latestAt].filter((at) => at !== undefined);
  const latest = Math.max(...times.map((at) => at.getTime()));
  return { count: one.count + other.count, latestAt: times.length === 0 ? undefined : new Date(latest) };
}
