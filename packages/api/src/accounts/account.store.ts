import { randomUUID } from "node:crypto";
import type { AccountStatus } from "@vestibule/catalogue/account.table.ts";
import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { ConditionalWrite, Writes } from "../platform/conditional-write.adapter.ts";
import { appNow } from "../platform/database.adapter.ts";
import type { Database, DbOrTrx, Trx } from "../platform/database.table.ts";
import type { Account, NewAccount, PolicyRole, SignInRecord } from "./account-store.port.ts";

type AccountKey = Partial<Pick<Selectable<Database["account"]>, "id" | "brand" | "email" | "person_key">>;

async function findAccount(database: DbOrTrx, key: AccountKey) {
  const row = await database
    .selectFrom("account")
    .selectAll()
    .where((where) => where.and(key))
    .executeTakeFirst();
  return row && accountOf(row);
}

export const findAccountByEmail = (database: DbOrTrx, { brandId, email }: { brandId: string; email: string }) =>
  findAccount(database, { brand: brandId, email });

export const findAccountByPerson = (
  database: DbOrTrx,
  { brandId, personKey }: { brandId: string; personKey: string },
) => findAccount(database, { brand: brandId, person_key: personKey });

export const findAccountById = (database: DbOrTrx, id: string) => findAccount(database, { id });

/** One row, also without an account. */
export const accountStatusByEmail = ({ brandId, email }: { brandId: string; email: string }) =>
  sql<{ id: string | null; status: AccountStatus | null }>`
    select account.id, account.status
    from (select) one left join account on account.brand = ${brandId} and account.email = ${email}`;

/**
 * The hash of the account with this id or the next higher one, wrapping to the brand's first. Uses the index on
 * (brand, id), with one or two reads.
 */
export function decoyPasswordHash({ brandId, accountId }: { brandId: string; accountId: string }) {
  const first = (condition: RawBuilder<unknown>) =>
    sql`(select password_hash from account where brand = ${brandId} and ${condition} order by id limit 1)`;
  return sql<string | null>`coalesce(${first(sql`id >= ${accountId}`)}, ${first(sql`true`)})`;
}

export async function findDecoyPasswordHash(database: DbOrTrx, near: { brandId: string; accountId: string }) {
  const { rows } = await sql<{ hash: string | null }>`select ${decoyPasswordHash(near)} as hash`.execute(database);
  return rows[0]?.hash ?? undefined;
}

/** Waits for concurrent changes to the account and returns their result. */
export async function lockAccountForUpdate(transaction: Trx, accountId: string) {
  const row = await transaction
    .selectFrom("account")
    .selectAll()
    .where("id", "=", accountId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && accountOf(row);
}

/**
 * Creates an account with its policies and its first password in the history. Relies on the unique indexes: of several
 * concurrent creates one inserts, and the others wait and insert nothing. No unique violation is raised, so
 * PostgreSQL's error detail never contains the e-mail.
 */
export function accountCreation(account: NewAccount): { accountId: string; writes: Writes } {
  const accountId = account.id ?? randomUUID();
  const { status = "A", terms } = account;
  const temporaryUntil = status === "T" ? sql`app_now() + make_interval(hours => ${ttl.temporaryPasswordHours})` : null;
  const insertion: ConditionalWrite = (condition) => sql`
    insert into account (id, brand, email, email_typed, person_key, first_name, last_name, date_of_birth, status,
      temporary_until, password_hash, language, province, terms_version, terms_language, terms_french_first,
      terms_accepted_at)
    select ${accountId}::uuid, ${account.brandId}, ${account.email}, ${account.emailAsTyped}, ${account.personKey},
      ${account.firstName}, ${account.lastName}, ${account.dateOfBirth}::date, ${status},
      (${temporaryUntil})::timestamptz, ${account.passwordHash}, ${account.language}, ${account.province},
      ${terms?.version ?? null}, ${terms?.language ?? null}, ${terms?.frenchFirst ?? null}::boolean,
      ${terms ? appNow : null}::timestamptz
    where ${condition} on conflict do nothing returning id`;
  const history: ConditionalWrite = (condition) => sql`
    insert into password_history (account_id, password_hash, set_at)
    select ${accountId}::uuid, ${account.passwordHash}, app_now() where ${condition}`;
  return { accountId, writes: { deciding: insertion, others: [policyAddition(accountId, account.policies), history] } };
}

export async function lockAccountCreation(transaction: Trx, account: NewAccount & { id: string }) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${account.id}, 0))`.execute(transaction);
  const related = { brandId: account.brandId, personKeys: [account.personKey], email: account.email };
  return { isFree: (await findRelatedAccounts(transaction, related)).length === 0 };
}

/** Adds the missing ones of these policies to an account; returns a row for each. */
export function policyAddition(accountId: string, policies: readonly PolicyRole[]): ConditionalWrite {
  return (condition) => sql`
    insert into account_policy (account_id, company, policy_number, role)
    select ${accountId}::uuid, policy.* from ${policyRows(policies)} where ${condition}
    on conflict do nothing returning role`;
}

const policyRows = (policies: readonly PolicyRole[]) => sql`unnest(
    ${policies.map(({ company }) => company)}::text[], ${policies.map(({ policyNumber }) => policyNumber)}::text[],
    ${policies.map(({ role }) => role)}::smallint[]) as policy (company, policy_number, role)`;

export async function addPoliciesOf(transaction: Trx, accountId: string, policies: readonly PolicyRole[]) {
  const { rows } = await policyAddition(accountId, policies)(sql`true`).execute(transaction);
  return rows.length;
}

/** What may decide how a person continues: accounts of these persons, under an e-mail, or by an id. */
export interface RelatedAccounts {
  brandId: string;
  personKeys: readonly string[];
  email?: string | null;
  accountId?: string | undefined;
  /** Those of the person. */
  policies?: readonly PolicyRole[];
}

export interface RelatedAccount extends Account {
  /** How many of the given policies it lacks. */
  missingPolicies: number;
}

/** Selects these accounts beside the columns of a query of one row, or that row alone. */
export function withRelatedAccounts<Row>(
  query: RawBuilder<Row> | undefined,
  { brandId, personKeys, email = null, accountId, policies = [] }: RelatedAccounts,
): RawBuilder<Row & RelatedAccountRow> {
  return sql`
    select one.*, account.*, (select count(*)::int from ${policyRows(policies)} where not exists (
      select from account_policy added where added.account_id = account.id and added.company = policy.company
        and added.policy_number = policy.policy_number and added.role = policy.role)) as missing_policies
    from (${query ?? sql`select`}) one left join account on account.brand = ${brandId}
      and (account.person_key = any(${[...personKeys]}) or account.email = ${email} or account.id = ${accountId ?? null}::uuid)`;
}

/** `id` is null in the row without an account. */
export type RelatedAccountRow = Selectable<Database["account"]> & { missing_policies: number };

export async function findRelatedAccounts(database: DbOrTrx, related: RelatedAccounts): Promise<RelatedAccount[]> {
  const { rows } = await withRelatedAccounts(undefined, related).execute(database);
  return relatedAccountsOf(rows);
}

export function relatedAccountsOf(rows: readonly RelatedAccountRow[]): RelatedAccount[] {
  return rows.flatMap((row) => (row.id === null ? [] : [{ ...accountOf(row), missingPolicies: row.missing_policies }]));
}

export async function policiesOfAccount(database: DbOrTrx, accountId: string): Promise<PolicyRole[]> {
  const rows = await database
    .selectFrom("account_policy")
    .select(["company", "policy_number", "role"])
    .where("account_id", "=", accountId)
    .orderBy("policy_number")
    .orderBy("company")
    .orderBy("role")
    .execute();
  return rows.map(({ company, policy_number, role }) => ({ company, policyNumber: policy_number, role }));
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

/** Only updates an account that is still as verified: same password, not disabled, not locked. */
export async function recordSignInOf(transaction: Trx, record: SignInRecord) {
  const before = await transaction
    .selectFrom("account")
    .select("last_sign_in_at")
    .where("id", "=", record.accountId)
    .where("password_hash", "=", record.verifiedHash)
    .where("status", "=", "A")
    .where("disabled", "=", false)
    .forUpdate()
    .executeTakeFirst();
  if (before === undefined) return undefined;
  await transaction
    .updateTable("account")
    .set({ last_sign_in_at: appNow, password_hash: record.upgradedHash ?? record.verifiedHash })
    .where("id", "=", record.accountId)
    .execute();
  return { previousSignInAt: before.last_sign_in_at };
}

export async function changeStatus(transaction: Trx, change: { accountId: string; from: "A" | "L"; to: "A" | "L" }) {
  const row = await transaction
    .updateTable("account")
    .set({ status: change.to })
    .where("id", "=", change.accountId)
    .where("status", "=", change.from)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function setPassword(transaction: Trx, change: { accountId: string; passwordHash: string }) {
  await transaction
    .updateTable("account")
    .set({
      password_hash: change.passwordHash,
      password_changed_at: appNow,
      status: "A",
      temporary_until: null,
    })
    .where("id", "=", change.accountId)
    .execute();
}

/**
 * Checks availability under the row lock first; a remaining race is a unique violation, which aborts the transaction.
 */
export async function setEmail(transaction: Trx, change: { accountId: string; email: string; emailAsTyped: string }) {
  const changed = await sql<{ id: string }>`
    update account set email = ${change.email}, email_typed = ${change.emailAsTyped}
    where id = ${change.accountId} and not exists (
      select from account as other
      where other.brand = account.brand and other.email = ${change.email} and other.id <> account.id)
    returning id
  `.execute(transaction);
  return changed.rows.length > 0;
}

export function accountOf(row: Selectable<Database["account"]>): Account {
  return {
    id: row.id,
    brandId: row.brand,
    email: row.email,
    emailAsTyped: row.email_typed,
    personKey: row.person_key,
    firstName: row.first_name,
    lastName: row.last_name,
    status: row.status,
    disabled: row.disabled,
    isFrozen: row.frozen_at !== null,
    passwordHash: row.password_hash,
    language: row.language as Language,
    province: row.province as ProvinceId,
    lastSignInAt: row.last_sign_in_at,
    passwordChangedAt: row.password_changed_at,
    temporaryUntil: row.temporary_until,
  };
}
