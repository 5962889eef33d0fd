import type { AccountStatus } from "@vestibule/catalogue/account.table.ts";
import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { type RawBuilder, sql } from "kysely";
import type { PolicyPerson } from "../directory/policy-directory.port.ts";
import { belongsTo, isSamePersonId, isSameRow, type ProvenIdentity, personIdsOf } from "../identity/person.rule.ts";
import { appNow } from "../platform/database.adapter.ts";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";
import {
  type NewProof,
  proveIdentity,
  provenIdentityOf,
  type StoredProof,
  storedProof,
} from "./account-identity.store.ts";
import { addPolicies, type NewPolicy } from "./account-policy.store.ts";

export interface Account {
  id: string;
  brandId: string;
  /** Normalised; `emailAsTyped` is the form to display. */
  email: string;
  emailAsTyped: string;
  personKey: string;
  /** Key by which limits are counted for the person; `identityOf` gives the same for their rows of the book. */
  identity: string;
  firstName: string;
  lastName: string;
  status: AccountStatus;
  disabled: boolean;
  /** Disabled by its own person, until an agent lifts the freeze. */
  isFrozen: boolean;
  /** A change was undone or the account frozen: only a new password opens it again. */
  needsNewPassword: boolean;
  /** When the newest change of what signs in has settled; null where all have. */
  settlingUntil: Date | null;
  passwordHash: string;
  language: Language;
  province: ProvinceId;
  passwordChangedAt: Date;
  /** Whether the password was changed within a day. */
  hasNewPassword: boolean;
  temporaryUntil: Date | null;
  /** Id of the method of the second proof that the person chose to be asked for first. */
  secondFactorFirst: string | null;
  /** Until when a waiver of the second proof can be used; null without one. */
  secondFactorWaivedUntil: Date | null;
}

export interface NewAccount
  extends Pick<Account, "brandId" | "email" | "emailAsTyped" | "personKey" | "identity" | "firstName" | "lastName">,
    Pick<Account, "passwordHash" | "language" | "province"> {
  /** A random id by default. */
  id?: string | undefined;
  dateOfBirth: string;
  policies: readonly NewPolicy[];
  proven: NewProof;
  terms?: { version: string; language: Language; frenchFirst: boolean };
}

/** Selects an `Account` from the table or alias `account`. */
export const accountSelection = sql`account.id, account.brand as "brandId", account.email,
  account.email_typed as "emailAsTyped", account.person_key as "personKey",
  coalesce(account.identity, account.person_key || '|' || account.email) as identity, account.first_name as "firstName",
  account.last_name as "lastName", account.status, account.disabled, account.frozen_at is not null as "isFrozen",
  account.incident_at is not null as "needsNewPassword",
  case when account.settling_until > coalesce(account.incident_at, app_now()) then account.settling_until end
    as "settlingUntil",
  account.password_hash as "passwordHash", account.language, account.province,
  account.password_changed_at as "passwordChangedAt", account.temporary_until as "temporaryUntil",
  account.password_changed_at > greatest(app_now() - interval '1 day', account.created_at + interval '1 minute')
    as "hasNewPassword",
  account.second_factor_first as "secondFactorFirst",
  case when account.second_factor_waived_until > app_now() then account.second_factor_waived_until end
    as "secondFactorWaivedUntil"`;

/** SQL: a change after this time has not settled; an undo or a freeze stops the clock. Needs `account` in scope. */
export const settledBefore = sql<Date>`(coalesce(account.incident_at, app_now())
  - make_interval(hours => ${ttl.settlingHours}))`;

/** SQL: a time at which the transaction of an event wrote, which takes seconds. The event has whole milliseconds. */
export const isOfEvent = (writtenAt: RawBuilder<Date>, eventAt: Date | null) => sql<boolean>`(
  ${writtenAt} between ${eventAt}::timestamptz - interval '1 minute' and ${eventAt}::timestamptz + interval '1 ms')`;

/** A row of an outer join; `id` is null where no account matches. */
export type AccountRow = Omit<Account, "id"> & { id: string | null };

export function accountIn<Row extends AccountRow>(row: Row): (Row & Account) | undefined {
  return row.id === null ? undefined : { ...row, id: row.id };
}

async function findAccount(
  database: DbOrTrx,
  condition: RawBuilder<unknown>,
  lock: RawBuilder<unknown> = sql``,
): Promise<Account | undefined> {
  const { rows } = await sql<Account>`select ${accountSelection} from account where ${condition} ${lock}`.execute(
    database,
  );
  return rows[0];
}

export const findAccountByEmail = (database: DbOrTrx, { brandId, email }: { brandId: string; email: string }) =>
  findAccount(database, sql`brand = ${brandId} and email = ${email}`);

/** SQL: a change of an e-mail has not settled, nor been undone. Needs `account` in scope. */
const isUnsettledChange = sql`changed_at > ${settledBefore} and undone_at is null and email_change.ended_at is null`;

/** SQL: the accounts that left an e-mail by a change which has not settled. It is theirs until then. */
const accountsThatLeft = ({ brandId, email }: { brandId: string; email: string | null }) => sql`array(
  select account.id from email_change join account on account.id = account_id
  where email_change.brand = ${brandId} and previous_email = ${email} and ${isUnsettledChange})`;

/** The account that uses an e-mail, or that used it before a change which has not settled: no other may take it. */
export function findEmailHolder(database: DbOrTrx, name: { brandId: string; email: string }) {
  const { brandId, email } = name;
  return findAccount(
    database,
    sql`brand = ${brandId} and (email = ${email} or id = any(${accountsThatLeft(name)}))
      order by (email = ${email}) desc limit 1`,
  );
}

export const findAccountById = (database: DbOrTrx, id: string) => findAccount(database, sql`id = ${id}`);

export async function findAccountStatus(
  database: DbOrTrx,
  { brandId, email }: { brandId: string; email: string },
): Promise<Pick<Account, "id" | "status"> | undefined> {
  return database
    .selectFrom("account")
    .select(["id", "status"])
    .where("brand", "=", brandId)
    .where("email", "=", email)
    .executeTakeFirst();
}

/** The hash of the account with this id or the next higher one, wrapping to the brand's first. */
export function decoyPasswordHash({ brandId, accountId }: { brandId: string; accountId: string }) {
  const first = (condition: RawBuilder<unknown>) =>
    sql`(select password_hash from account where brand = ${brandId} and ${condition} order by id limit 1)`;
  return sql<string | null>`coalesce(${first(sql`id >= ${accountId}`)}, ${first(sql`true`)})`;
}

export async function findDecoyPasswordHash(database: DbOrTrx, decoy: { brandId: string; accountId: string }) {
  const { rows } = await sql<{ hash: string | null }>`select ${decoyPasswordHash(decoy)} as hash`.execute(database);
  return rows[0]?.hash ?? undefined;
}

export const lockAccountForUpdate = (transaction: Trx, accountId: string) =>
  findAccount(transaction, sql`id = ${accountId}`, sql`for no key update`);

/**
 * Inserts an account with its policies and its first password in the history; returns its id, or undefined where the
 * person or the e-mail has an account. The unique indexes decide: of several concurrent inserts one succeeds, and the
 * others wait and insert nothing. No unique violation is raised, so PostgreSQL's error detail never contains the e-mail.
 */
export async function insertAccount(transaction: Trx, account: NewAccount): Promise<string | undefined> {
  const { terms, passwordHash } = account;
  const inserted = await transaction
    .insertInto("account")
    .values({
      ...(account.id && { id: account.id }),
      brand: account.brandId,
      email: account.email,
      email_typed: account.emailAsTyped,
      person_key: account.personKey,
      identity: account.identity,
      first_name: account.firstName,
      last_name: account.lastName,
      date_of_birth: account.dateOfBirth,
      status: "A",
      password_hash: passwordHash,
      language: account.language,
      province: account.province,
      ...(terms && {
        terms_version: terms.version,
        terms_language: terms.language,
        terms_french_first: terms.frenchFirst,
        terms_accepted_at: appNow,
      }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (inserted === undefined) return undefined;
  const { id: accountId } = inserted;
  await addPolicies(transaction, accountId, account.policies);
  await proveIdentity(transaction, { ...account, accountId });
  await transaction
    .insertInto("password_history")
    .values({ account_id: accountId, password_hash: passwordHash, set_at: appNow })
    .execute();
  return accountId;
}

/** Serializes creations under one account id; true when neither the person nor the e-mail has an account. */
export async function lockAccountCreation(transaction: Trx, account: NewAccount & { id: string }): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${account.id}, 0))`.execute(transaction);
  const { rows } = await sql`select from account
    where brand = ${account.brandId} and (identity = ${account.identity} or email = ${account.email})`.execute(
    transaction,
  );
  return rows.length === 0;
}

/** Accounts that may decide how a person continues: those that may own these rows, with this e-mail, or with this id. */
export interface RelatedAccounts {
  brandId: string;
  rows: readonly PolicyPerson[];
  email?: string | null;
  accountId?: string | undefined;
}

export interface RelatedAccount extends Account {
  /** The account uses the given e-mail, or used it before a change that has not settled. */
  holdsEmail: boolean;
  proven: StoredProof;
}

type OwningAccount = Account & Pick<RelatedAccount, "proven">;

/** The account that owns a row of the book: the insurer's id before the row's own proof, and that before a contact. */
export function accountOfRow<Own extends OwningAccount>(accounts: readonly Own[], row: PolicyPerson): Own | undefined {
  const owners = accounts.filter((account) => belongsTo(row, provenIdentityOf(account)));
  const byId = owners.find(({ proven }) => proven.personIds.some((id) => isSamePersonId(id, row)));
  const byRow = owners.find(({ proven }) => proven.rows.some((one) => isSameRow(one, row)));
  return byId ?? byRow ?? owners[0];
}

/**
 * The rows of a person without those that a contact or the names alone join and another account owns: the insurer may
 * have put the contact of one namesake on the other's row. `accountId`: the person's account, if any.
 */
export function withoutRowsOfOthers(
  rows: readonly PolicyPerson[],
  of: { person: ProvenIdentity; accounts: readonly OwningAccount[]; accountId?: string },
): PolicyPerson[] {
  const { person, accounts, accountId } = of;
  return rows.filter((row) => {
    if (belongsTo(row, { ...person, contacts: [] })) return true;
    const owner = accountOfRow(accounts, row);
    return owner === undefined || owner.id === accountId;
  });
}

export async function findRelatedAccounts(
  database: DbOrTrx,
  { brandId, rows, email = null, accountId }: RelatedAccounts,
): Promise<RelatedAccount[]> {
  const owners = sql`array(${accountsThatOwn({ brandId, rows })} union select ${accountId ?? null}::uuid)`;
  const personKeys = rows.map(({ personKey }) => personKey);
  const holdsEmail = sql<boolean>`(account.email = ${email} or account.id = any(${accountsThatLeft({ brandId, email })}))`;
  const related = await sql<RelatedAccount>`
    select ${accountSelection}, ${storedProof} as proven, ${holdsEmail} as "holdsEmail"
    from account where account.brand = ${brandId}
      and (account.person_key = any(${personKeys}) or ${holdsEmail} or account.id = any(${owners}))`.execute(database);
  return related.rows;
}

/** SQL: the accounts that have proven the insurer's id of a row, or have its policy. */
function accountsThatOwn({ brandId, rows }: Pick<RelatedAccounts, "brandId" | "rows">) {
  const personIds = personIdsOf(rows);
  return sql`
    select account_id from account_person join unnest(${personIds.map(({ company }) => company)}::text[],
      ${personIds.map(({ personId }) => personId)}::text[]) as wanted (company, person_id) using (company, person_id)
      where brand = ${brandId}
    union select account_id from account_policy join unnest(${rows.map(({ company }) => company)}::text[],
      ${rows.map(({ policyNumber }) => policyNumber)}::text[], ${rows.map(({ personKey }) => personKey)}::text[])
      as wanted (company, policy_number, person_key) using (company, policy_number, person_key)`;
}

export interface BookAccount extends OwningAccount {
  /** The e-mail of the account, and those that it used before a change that has not settled. */
  heldEmails: string[];
}

/** The accounts that may own one of many rows, or hold the e-mail of one. */
export async function findAccountsOfBook(
  database: DbOrTrx,
  { brandId, rows }: Pick<RelatedAccounts, "brandId" | "rows">,
): Promise<BookAccount[]> {
  const emails = rows.flatMap(({ email }) => email ?? []);
  const found = await sql<BookAccount>`
    with related as materialized (
      select id from account where brand = ${brandId} and person_key = any(${rows.map(({ personKey }) => personKey)})
      union select id from account where brand = ${brandId} and email = any(${emails})
      union ${accountsThatOwn({ brandId, rows })}
      union select account_id from email_change where brand = ${brandId} and previous_email = any(${emails}))
    select ${accountSelection}, ${storedProof} as proven, account.email || array(
      select previous_email from email_change where account_id = account.id and ${isUnsettledChange}) as "heldEmails"
    from account join related using (id) where account.brand = ${brandId}`.execute(database);
  return found.rows;
}
