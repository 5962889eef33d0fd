import type { AccountStatus } from "@vestibule/catalogue/account.table.ts";
import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { type RawBuilder, type Selectable, sql } from "kysely";
import { appNow } from "../platform/database.adapter.ts";
import type { Database, DbOrTrx, Trx } from "../platform/database.table.ts";
import type { Account, NewAccount, PolicyRole, SignInRecord } from "./account-store.port.ts";

export async function findAccountByEmail(database: DbOrTrx, query: { brandId: string; email: string }) {
  const row = await database
    .selectFrom("account")
    .selectAll()
    .where("brand", "=", query.brandId)
    .where("email", "=", query.email)
    .executeTakeFirst();
  return row && accountOf(row);
}

/** One row, also without an account. */
export const accountStatusByEmail = ({ brandId, email }: { brandId: string; email: string }) =>
  sql<{ id: string | null; status: AccountStatus | null }>`
    select account.id, account.status
    from (select) one left join account on account.brand = ${brandId} and account.email = ${email}`;

export async function findAccountByPerson(database: DbOrTrx, query: { brandId: string; personKey: string }) {
  const row = await database
    .selectFrom("account")
    .selectAll()
    .where("brand", "=", query.brandId)
    .where("person_key", "=", query.personKey)
    .executeTakeFirst();
  return row && accountOf(row);
}

export async function findAccountById(database: DbOrTrx, accountId: string) {
  const row = await database.selectFrom("account").selectAll().where("id", "=", accountId).executeTakeFirst();
  return row && accountOf(row);
}

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
 * Relies on the unique indexes: of several concurrent creates one inserts, and the others wait and insert nothing. No
 * unique violation is raised, so the transaction can continue and PostgreSQL's error detail never contains the e-mail.
 */
export async function insertAccount(transaction: Trx, account: NewAccount) {
  const inserted = await transaction
    .insertInto("account")
    .values({
      brand: account.brandId,
      email: account.email,
      email_typed: account.emailAsTyped,
      person_key: account.personKey,
      first_name: account.firstName,
      last_name: account.lastName,
      date_of_birth: account.dateOfBirth,
      status: account.status ?? "A",
      temporary_until:
        account.status === "T" ? sql<Date>`app_now() + make_interval(hours => ${ttl.temporaryPasswordHours})` : null,
      password_hash: account.passwordHash,
      language: account.language,
      province: account.province,
      terms_version: account.terms?.version ?? null,
      terms_language: account.terms?.language ?? null,
      terms_french_first: account.terms?.frenchFirst ?? null,
      terms_accepted_at: account.terms === undefined ? null : appNow,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (inserted === undefined) {
    const existing = await findAccountByPerson(transaction, account);
    return existing ? ({ kind: "personHasAccount", account: existing } as const) : ({ kind: "emailTaken" } as const);
  }
  await addPoliciesOf(transaction, inserted.id, account.policies);
  return { kind: "created", accountId: inserted.id } as const;
}

export async function addPoliciesOf(transaction: Trx, accountId: string, policies: readonly PolicyRole[]) {
  if (policies.length === 0) return 0;
  const added = await transaction
    .insertInto("account_policy")
    .values(
      policies.map((policy) => ({
        account_id: accountId,
        company: policy.company,
        policy_number: policy.policyNumber,
        role: policy.role,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning("role")
    .execute();
  return added.length;
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
    passwordHash: row.password_hash,
    language: row.language as Language,
    province: row.province as ProvinceId,
    lastSignInAt: row.last_sign_in_at,
    passwordChangedAt: row.password_changed_at,
    temporaryUntil: row.temporary_until,
  };
}
