import { randomUUID } from "node:crypto";
import type { AccountStatus } from "@vestibule/catalogue/account.table.ts";
import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import { type RawBuilder, sql } from "kysely";
import type { ConditionalWrite, Writes } from "../platform/conditional-write.adapter.ts";
import { appNow } from "../platform/database.adapter.ts";
import type { DbOrTrx, Trx } from "../platform/database.table.ts";
import { addingPolicies, type PolicyRole, policyRows } from "./account-policy.store.ts";

export interface Account {
  id: string;
  brandId: string;
  /** Normalised; `emailAsTyped` is the form to display. */
  email: string;
  emailAsTyped: string;
  personKey: string;
  firstName: string;
  lastName: string;
  status: AccountStatus;
  disabled: boolean;
  /** Disabled by its own person, until an agent lifts the freeze. */
  isFrozen: boolean;
  passwordHash: string;
  language: Language;
  province: ProvinceId;
  passwordChangedAt: Date;
  temporaryUntil: Date | null;
}

export interface NewAccount
  extends Pick<Account, "brandId" | "email" | "emailAsTyped" | "personKey" | "firstName" | "lastName">,
    Pick<Account, "passwordHash" | "language" | "province"> {
  /** A random id by default. */
  id?: string | undefined;
  dateOfBirth: string;
  policies: readonly PolicyRole[];
  terms?: { version: string; language: Language; frenchFirst: boolean };
}

/** Selects an `Account` from the table or alias `account`. */
export const accountColumns = sql`account.id, account.brand as "brandId", account.email,
  account.email_typed as "emailAsTyped", account.person_key as "personKey", account.first_name as "firstName",
  account.last_name as "lastName", account.status, account.disabled, account.frozen_at is not null as "isFrozen",
  account.password_hash as "passwordHash", account.language, account.province,
  account.password_changed_at as "passwordChangedAt", account.temporary_until as "temporaryUntil"`;

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
  const { rows } = await sql<Account>`select ${accountColumns} from account where ${condition} ${lock}`.execute(
    database,
  );
  return rows[0];
}

export const findAccountByEmail = (database: DbOrTrx, { brandId, email }: { brandId: string; email: string }) =>
  findAccount(database, sql`brand = ${brandId} and email = ${email}`);

export const findAccountByPerson = (
  database: DbOrTrx,
  { brandId, personKey }: { brandId: string; personKey: string },
) => findAccount(database, sql`brand = ${brandId} and person_key = ${personKey}`);

export const findAccountById = (database: DbOrTrx, id: string) => findAccount(database, sql`id = ${id}`);

/** Always returns one row, with null columns where the e-mail has no account. */
export const accountStatusByEmail = ({ brandId, email }: { brandId: string; email: string }) =>
  sql<{ id: string | null; status: AccountStatus | null }>`
    select account.id, account.status
    from (select) one left join account on account.brand = ${brandId} and account.email = ${email}`;

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
 * Creates an account with its policies and its first password in the history. Relies on the unique indexes: of several
 * concurrent creates one inserts, and the others wait and insert nothing. No unique violation is raised, so
 * PostgreSQL's error detail never contains the e-mail.
 */
export function creatingAccount(account: NewAccount): { accountId: string; writes: Writes } {
  const accountId = account.id ?? randomUUID();
  const { terms } = account;
  const insertion: ConditionalWrite = (condition) => sql`
    insert into account (id, brand, email, email_typed, person_key, first_name, last_name, date_of_birth, status,
      password_hash, language, province, terms_version, terms_language, terms_french_first, terms_accepted_at)
    select ${accountId}::uuid, ${account.brandId}, ${account.email}, ${account.emailAsTyped}, ${account.personKey},
      ${account.firstName}, ${account.lastName}, ${account.dateOfBirth}::date, 'A',
      ${account.passwordHash}, ${account.language}, ${account.province},
      ${terms?.version ?? null}, ${terms?.language ?? null}, ${terms?.frenchFirst ?? null}::boolean,
      ${terms ? appNow : null}::timestamptz
    where ${condition} on conflict do nothing returning id`;
  const history: ConditionalWrite = (condition) => sql`
    insert into password_history (account_id, password_hash, set_at)
    select ${accountId}::uuid, ${account.passwordHash}, app_now() where ${condition}`;
  return { accountId, writes: { deciding: insertion, others: [addingPolicies(accountId, account.policies), history] } };
}

/** Serializes creations under one account id; true when neither the person nor the e-mail has an account. */
export async function lockAccountCreation(transaction: Trx, account: NewAccount & { id: string }): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${account.id}, 0))`.execute(transaction);
  const related = { brandId: account.brandId, personKeys: [account.personKey], email: account.email };
  return (await findRelatedAccounts(transaction, related)).length === 0;
}

/** Accounts that may decide how a person continues: accounts of these persons, with this e-mail, or with this id. */
export interface RelatedAccounts {
  brandId: string;
  personKeys: readonly string[];
  email?: string | null;
  accountId?: string | undefined;
  policies?: readonly PolicyRole[];
}

export interface RelatedAccount extends Account {
  missingPolicies: number;
}

/** Joins these accounts to a query of one row; without a query, selects them alone. */
export function withRelatedAccounts<Row>(
  query: RawBuilder<Row> | undefined,
  { brandId, personKeys, email = null, accountId, policies = [] }: RelatedAccounts,
): RawBuilder<Row & RelatedAccountRow> {
  return sql`
    select one.*, ${accountColumns}, (select count(*)::int from ${policyRows(policies)} where not exists (
      select from account_policy added where added.account_id = account.id and added.company = policy.company
        and added.policy_number = policy.policy_number and added.role = policy.role)) as "missingPolicies"
    from (${query ?? sql`select`}) one left join account on account.brand = ${brandId}
      and (account.person_key = any(${[...personKeys]}) or account.email = ${email} or account.id = ${accountId ?? null}::uuid)`;
}

export type RelatedAccountRow = AccountRow & Pick<RelatedAccount, "missingPolicies">;

export async function findRelatedAccounts(database: DbOrTrx, related: RelatedAccounts): Promise<RelatedAccount[]> {
  const { rows } = await withRelatedAccounts(undefined, related).execute(database);
  return relatedAccountsOf(rows);
}

export function relatedAccountsOf(rows: readonly RelatedAccountRow[]): RelatedAccount[] {
  return rows.map((row) => accountIn(row)).filter((account) => account !== undefined);
}

export async function rolesOfAccount(database: DbOrTrx, accountId: string) {
  const rows = await database
    .selectFrom("account_policy")
    .select("role")
    .distinct()
    .where("account_id", "=", accountId)
    .orderBy("role")
    .execute();
  return rows.map((row) => row.role);
}
