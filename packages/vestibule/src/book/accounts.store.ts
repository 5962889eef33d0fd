import { personIdsOf } from "@vestibule/api/identity/person.rule.ts";
import type { DbOrTrx, Trx } from "@vestibule/api/platform/database.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { sql } from "kysely";
import type { ImportedAccount } from "./account-row.rule.ts";
import { openStage, type StageColumns, stageRows } from "./import-session.store.ts";

const columns = [
  "company",
  "policy_number as policyNumber",
  "role",
  "person_key as personKey",
  "first_name as firstName",
  "last_name as lastName",
  "date_of_birth as dateOfBirth",
  "email",
  "cell_phone as cellPhone",
  "person_id as personId",
  "province",
  "language",
] as const;

/** A person's row on a policy. */
export type BookEntry = Awaited<ReturnType<typeof findEntriesByPeople>>[number];

/** Finds the rows of these policies under these companies. */
export function findEntriesByPolicies(
  database: DbOrTrx,
  query: { companies: readonly string[]; policyNumbers: readonly string[] },
): Promise<BookEntry[]> {
  return database
    .selectFrom("book_row")
    .select(columns)
    .where("company", "in", query.companies)
    .where(({ eb, fn, val }) => eb("policy_number", "=", fn.any(val(query.policyNumbers))))
    .execute();
}

/** Finds all rows of these names and dates of birth, or of these ids, under these companies, newest first. */
export async function findEntriesByPeople(
  database: DbOrTrx,
  query: { companies: readonly string[]; personKeys: readonly string[]; personIds: readonly string[] },
) {
  return database
    .selectFrom("book_row")
    .select(columns)
    .where("company", "in", query.companies)
    .where(({ eb, or, fn, val }) =>
      or([eb("person_key", "=", fn.any(val(query.personKeys))), eb("person_id", "=", fn.any(val(query.personIds)))]),
    )
    .orderBy("year", "desc")
    .orderBy("policy_number")
    .execute();
}

export interface AccountOwner {
  firstName: string;
  lastName: string;
  dateOfBirth: string;
  personKey: string;
  /** Key of the person under the brand, of which one account may exist. */
  identity: string;
}

/** A row of the accounts file with its person and all policies of that person under the brand, newest first. */
export interface OwnedRow {
  row: ImportedAccount;
  owner: AccountOwner;
  /** The policy that the file names, by which the insurer vouches for the account. */
  named: BookEntry | undefined;
  entries: BookEntry[];
}

/** A row with the province and language of the account. */
export interface StagedAccount extends OwnedRow {
  province: string;
  language: string;
}

const staged: StageColumns<StagedAccount> = {
  line_number: ["integer", ({ row }) => row.lineNumber],
  brand: ["text", ({ row }) => row.brand.id],
  email: ["text", ({ row }) => row.email],
  email_typed: ["text", ({ row }) => row.emailAsTyped],
  person_key: ["text", ({ owner }) => owner.personKey],
  identity: ["text", ({ owner }) => owner.identity],
  first_name: ["text", ({ owner }) => owner.firstName],
  last_name: ["text", ({ owner }) => owner.lastName],
  date_of_birth: ["date", ({ owner }) => owner.dateOfBirth],
  status: ["text", ({ row }) => row.status],
  password_hash: ["text", ({ row }) => (row.secret.kind === "hash" ? row.secret.hash : null)],
  province: ["text", ({ province }) => province],
  language: ["text", ({ language }) => language],
  policies: ["jsonb", ({ entries, named }) => JSON.stringify(policiesOf(entries, named))],
  person_ids: ["jsonb", ({ entries }) => JSON.stringify(personIdsOf(entries))],
};

function policiesOf(entries: readonly BookEntry[], named: BookEntry | undefined) {
  return entries.map((entry) => {
    const { company, policyNumber: policy_number, role, personKey } = entry;
    return { company, policy_number, role, person_key: entry === named ? personKey : null };
  });
}

export const openAccountStage = (transaction: Trx) =>
  openStage(transaction, { table: "staged_account", columns: staged, more: ["primary key (line_number)"] });

export const stageAccounts = (transaction: Trx, rows: readonly StagedAccount[]) =>
  stageRows(transaction, { table: "staged_account", columns: staged, rows });

/** Finds rows whose e-mail or person is already in an earlier row of the file. */
export async function findDuplicateAccounts(transaction: Trx) {
  const earlier = (column: string) => sql`min(line_number) over (partition by brand, ${sql.ref(column)})`;
  const { rows } = await sql<{ line: number; column: "email" | "lastName"; earlier: number }>`
    select line, "column", earlier from (
      select line_number as line, 'email' as "column", ${earlier("email")} as earlier from staged_account
      union all
      select line_number, 'lastName', ${earlier("identity")} from staged_account
    ) as found where earlier < line order by line, "column"`.execute(transaction);
  return rows;
}

/** Removes the staged rows of these lines and returns their number. */
export async function unstageLines(transaction: Trx, lines: readonly number[]): Promise<number> {
  const { numAffectedRows } =
    await sql`delete from staged_account where line_number = any(${lines}::integer[])`.execute(transaction);
  return Number(numAffectedRows ?? 0);
}

/** Removes the staged rows whose e-mail or person already has an account, and counts the others. */
export async function unstageExistingAccounts(transaction: Trx) {
  await sql`analyze staged_account`.execute(transaction);
  for (const column of ["email", "identity"].map((name) => sql.ref(name)))
    await sql`delete from staged_account as staged using account
      where account.brand = staged.brand and account.${column} = staged.${column}`.execute(transaction);
  await sql`delete from staged_account as staged using account
    where account.brand = staged.brand and account.person_key = staged.person_key and exists (
      select from account_policy owned, jsonb_to_recordset(staged.policies) as policy (company text, policy_number text)
      where owned.account_id = account.id and owned.company = policy.company
        and owned.policy_number = policy.policy_number)`.execute(transaction);
  const { rows } = await sql<{ remaining: number; withoutPolicy: number }>`
    select count(*)::int as remaining, count(*) filter (where policies = '[]')::int as "withoutPolicy"
    from staged_account`.execute(transaction);
  return rows[0] ?? { remaining: 0, withoutPolicy: 0 };
}

export async function findLinesWithoutHash(transaction: Trx): Promise<number[]> {
  const { rows } = await sql<{ line: number }>`
    select line_number as line from staged_account where password_hash is null order by line_number`.execute(
    transaction,
  );
  return rows.map(({ line }) => line);
}

export async function stageHashes(transaction: Trx, hashes: readonly { line: number; passwordHash: string }[]) {
  await sql`update staged_account as staged set password_hash = hashed.password_hash
    from unnest(${hashes.map(({ line }) => line)}::integer[], ${hashes.map(({ passwordHash }) => passwordHash)}::text[])
      as hashed (line, password_hash)
    where staged.line_number = hashed.line`.execute(transaction);
}

export async function createStagedAccounts(transaction: Trx, lines: { from: number; to: number }): Promise<number> {
  const { rows } = await sql<{ added: number }>`
    with batch as (
      select * from staged_account where line_number between ${lines.from} and ${lines.to}
    ), added as (
      insert into account (brand, email, email_typed, person_key, identity, first_name, last_name, date_of_birth, status,
        temporary_until, password_hash, language, province)
      select brand, email, email_typed, person_key, identity, first_name, last_name, date_of_birth, status,
        case when status = 'T' then app_now() + make_interval(hours => ${ttl.temporaryPasswordHours}) end,
        password_hash, language, province
      from batch order by line_number on conflict do nothing
      returning id, brand, email, password_hash
    ), with_policies as (
      insert into account_policy (account_id, company, policy_number, role, person_key)
      select added.id, policy.* from added join batch using (brand, email),
        jsonb_to_recordset(policies) as policy (company text, policy_number text, role smallint, person_key text)
      on conflict do nothing
    ), with_contact as (
      insert into account_contact (account_id, contact) select id, email from added
    ), with_person as (
      insert into account_person (account_id, brand, company, person_id)
      select added.id, brand, person.company, person."personId" from added join batch using (brand, email),
        jsonb_to_recordset(person_ids) as person (company text, "personId" text)
      on conflict do nothing
    ), with_history as (
      insert into password_history (account_id, password_hash) select id, password_hash from added
    )
    select count(*)::int as added from added`.execute(transaction);
  return rows[0]?.added ?? 0;
}
