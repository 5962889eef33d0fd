import type { Trx } from "@vestibule/api/platform/database.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { sql } from "kysely";
import type { BookRow } from "./book-row.rule.ts";
import { openStage, type StageColumns, stageRows } from "./import-session.store.ts";

/** A valid row with its line and the hashes of its PIN, one for each key; the first one is stored. */
export type StagedPolicy = Omit<BookRow, "pin"> & { lineNumber: number; pinHashes: readonly string[] };

const staged: StageColumns<StagedPolicy> = {
  line_number: ["integer", (row) => row.lineNumber],
  company: ["text", (row) => row.company],
  policy_number: ["text", (row) => row.policyNumber],
  line: ["text", (row) => row.line],
  year: ["integer", (row) => row.year],
  province: ["text", (row) => row.province],
  role: ["smallint", (row) => row.role],
  first_name: ["text", (row) => row.firstName],
  last_name: ["text", (row) => row.lastName],
  date_of_birth: ["date", (row) => row.dateOfBirth],
  person_key: ["text", (row) => row.personKey],
  person_id: ["text", (row) => row.personId],
  postal_code: ["text", (row) => row.postalCode],
  email: ["text", (row) => row.email],
  email_typed: ["text", (row) => row.emailAsTyped],
  cell_phone: ["text", (row) => row.cellPhone],
  licence_province: ["text", (row) => row.licenceProvince],
  licence_number: ["text", (row) => row.licenceNumber],
  ubi: ["boolean", (row) => row.ubi],
  pin_hashes: ["text", (row) => (row.pinHashes.length > 0 ? row.pinHashes.join(" ") : null)],
  language: ["text", (row) => row.language],
  registry: ["text", (row) => row.registry],
};

const { line_number: _line, pin_hashes: _pins, ...written } = staged;
const writtenColumns = [...Object.keys(written), "pin_hash"];
const identityColumns = ["company", "policy_number", "role", "person_key"];
const otherColumns = writtenColumns.filter((column) => !identityColumns.includes(column));
const list = (columns: readonly string[], table?: string) =>
  sql.raw(columns.map((column) => (table ? `${table}.${column}` : column)).join(", "));

export const openPolicyStage = (transaction: Trx) =>
  openStage(transaction, {
    table: "staged_policy",
    columns: staged,
    more: ["pin_hash text", "pin_spent_at timestamptz", "email_since timestamptz", "cell_phone_since timestamptz"],
  });

export const stagePolicies = (transaction: Trx, rows: readonly StagedPolicy[]) =>
  stageRows(transaction, { table: "staged_policy", columns: staged, rows });

export interface MergeCounts {
  added: number;
  changed: number;
  unchanged: number;
  /** Rows that a newer row of the same file replaces, for the same person and policy. */
  repeated: number;
}

/** A contact with the columns that say when it came on file and what it replaced. */
const contactColumns = ["email", "cell_phone"] as const;
const ageColumns = contactColumns.flatMap((column) => [`${column}_since`, `${column}_before`]);

/**
 * SQL: since when, and in place of what, after a change; within the window, the contact before the first change is
 * kept. A contact that another person had on this row is not a previous one.
 */
const agesOfChangedRow = (column: string) =>
  sql.raw(`case when book.${column} is distinct from excluded.${column} then excluded.imported_at
      else coalesce(excluded.${column}_since, book.${column}_since) end,
    case when excluded.${column}_since is not null or book.person_id <> excluded.person_id then null
      when book.${column} is not distinct from excluded.${column}
        or book.${column}_since > excluded.imported_at - interval '${ttl.settlingHours} hours'
      then book.${column}_before else book.${column} end`);

/**
 * Dates the contacts that are new for a person who has been in the book before, on a new row or on one that was another
 * person's by its id: they came with this import. Contacts of a new person get no date, which counts as long ago.
 */
async function dateNewContacts(transaction: Trx): Promise<void> {
  const isSameRow = sql`(${list(identityColumns, "book")}) = (${list(identityColumns, "staged")})`;
  const isNew = sql`not exists (select from book_row book where ${isSameRow})`;
  const isNewUnderId = sql`not exists (select from book_row book
    where ${isSameRow} and book.person_id = staged.person_id)`;
  await sql`
    with known as (
      select line_number, other.email, other.cell_phone from staged_policy staged
        join book_row other on other.person_key = staged.person_key where ${isNew}
      union all select line_number, other.email, other.cell_phone from staged_policy staged
        join book_row other on (other.company, other.person_id) = (staged.company, staged.person_id) where ${isNewUnderId}
    ), contacts as (
      select line_number, array_remove(array_agg(email), null) as emails,
        array_remove(array_agg(cell_phone), null) as cell_phones from known group by line_number
    )
    update staged_policy staged set
      email_since = case when staged.email <> all(contacts.emails) then app_now() end,
      cell_phone_since = case when staged.cell_phone <> all(contacts.cell_phones) then app_now() end
    from contacts where contacts.line_number = staged.line_number`.execute(transaction);
}

/**
 * Dates the contacts on other rows of an id that an import gives to a row: they are new for the person of that row. Two
 * ids that become one are two people until 72 hours have passed, in whichever order the rows come.
 */
async function dateContactsOfMergedPeople(transaction: Trx): Promise<void> {
  const nowWhereNew = (column: string, table: string) =>
    sql.raw(`${column}_since = case when is_new_${column} then app_now() else ${table}.${column}_since end`);
  const dates = (table: string) => sql.join(contactColumns.map((column) => nowWhereNew(column, table)));
  const areNew = sql.join(
    contactColumns.map((column) =>
      sql.raw(`bool_or(other.${column} <> all(joined.${column}s)) is true as is_new_${column}`),
    ),
  );
  await sql`
    with joined as (
      select staged.company, staged.person_id, former.*
      from staged_policy staged join book_row book on (${list(identityColumns, "book")}) = (${list(identityColumns, "staged")})
      cross join lateral (
        select array_agg(id) as ids, array_remove(array_agg(email), null) as emails,
          array_remove(array_agg(cell_phone), null) as cell_phones
        from book_row of_person where of_person.company = book.company and (of_person.person_id = book.person_id
          or book.person_id is null and of_person.person_id is null and of_person.person_key = book.person_key
            and (of_person.id = book.id or of_person.email = book.email or of_person.cell_phone = book.cell_phone))
      ) former
      where staged.person_id <> coalesce(book.person_id, '')
    ), in_book as (
      select other.id, ${areNew} from joined join book_row other using (company, person_id)
      where other.id <> all(joined.ids) group by other.id
    ), in_file as (
      select line_number, ${areNew} from joined join staged_policy other using (company, person_id)
      where not exists (select from book_row book
        where (${list(identityColumns, "book")}) = (${list(identityColumns, "other")}) and book.id = any(joined.ids))
      group by line_number
    ), dated as (
      update book_row book set ${dates("book")},
        email_before = case when is_new_email then null else email_before end,
        cell_phone_before = case when is_new_cell_phone then null else cell_phone_before end
      from in_book where in_book.id = book.id
    )
    update staged_policy staged set ${dates("staged")} from in_file where in_file.line_number = staged.line_number`.execute(
    transaction,
  );
}

const isSameIdentity = (left: string, right: string) =>
  sql`(${list(identityColumns, left)}) = (${list(identityColumns, right)})`;

/**
 * Finds the accounts that have proven a row to which the import gives another id in place of theirs. `is_same_person`:
 * the new id is on rows of the former one alone, so that the insurer has only numbered its people again.
 */
async function findRenumberedAccounts(transaction: Trx): Promise<void> {
  await sql`
    create temporary table renumbered on commit drop as
    with origin as (
      select joined.company, joined.person_id, bool_and(book.person_id is not null)
        and min(book.person_id) = max(book.person_id) as is_one
      from staged_policy joined left join book_row book on ${isSameIdentity("book", "joined")}
      where joined.person_id is not null group by joined.company, joined.person_id
    ), kept as (
      select distinct book.company, book.person_id
      from book_row book left join staged_policy moved on ${isSameIdentity("moved", "book")}
      where book.person_id is not null and coalesce(moved.person_id, book.person_id) = book.person_id
    )
    select distinct on (known.account_id, known.company, former) known.account_id, known.brand, known.company,
      book.person_id as former, staged.person_id as present, origin.is_one and kept.company is null as is_same_person
    from staged_policy staged
      join book_row book on ${isSameIdentity("book", "staged")} and book.person_id <> staged.person_id
      join account_policy proven on ${isSameIdentity("proven", "book")}
      join account_person known
        on (known.account_id, known.company, known.person_id) = (proven.account_id, book.company, book.person_id)
      join origin on (origin.company, origin.person_id) = (staged.company, staged.person_id)
      left join kept on (kept.company, kept.person_id) = (staged.company, staged.person_id)
    order by known.account_id, known.company, former, staged.year desc, staged.line_number desc`.execute(transaction);
}

/**
 * Takes an id from the accounts whose proven rows no longer have it: it may be another person's by now. Ids that are
 * exchanged are free before they are given again.
 */
async function renumberAccounts(transaction: Trx): Promise<void> {
  await sql`analyze renumbered`.execute(transaction);
  await sql`
    delete from renumbered where exists (
      select from account_policy proven join book_row book on ${isSameIdentity("book", "proven")}
      where proven.account_id = renumbered.account_id
        and (book.company, book.person_id) = (renumbered.company, renumbered.former))`.execute(transaction);
  await sql`
    delete from account_person known using renumbered
    where (known.account_id, known.company, known.person_id)
      = (renumbered.account_id, renumbered.company, renumbered.former)`.execute(transaction);
  await sql`
    update account set identity = null from renumbered
    where account.id = renumbered.account_id and account.identity = company || '#' || former`.execute(transaction);
  await sql`
    with given as (
      insert into account_person (account_id, brand, company, person_id)
      select account_id, brand, company, present from renumbered where is_same_person
      on conflict do nothing returning account_id, brand, company || '#' || person_id as identity
    )
    update account set identity = given.identity from given
    where account.id = given.account_id and account.identity is null and not exists (
      select from account other where other.brand = given.brand and other.identity = given.identity)`.execute(
    transaction,
  );
}

/**
 * Merges the staged rows. There is one row per company, policy number, role and person: the latest year, then the last
 * line, is used. Identical rows are not written, and an unchanged PIN that was consumed stays consumed.
 */
export async function mergePolicies(transaction: Trx): Promise<MergeCounts> {
  await sql`update staged_policy set pin_hash = split_part(pin_hashes, ' ', 1) where pin_hashes is not null`.execute(
    transaction,
  );
  await sql`update staged_policy as staged set pin_spent_at = book.pin_spent_at from book_row as book
    where staged.pin_hashes is not null and (${list(identityColumns, "staged")}) = (${list(identityColumns, "book")})
      and book.pin_hash = any(string_to_array(staged.pin_hashes, ' '))`.execute(transaction);
  await dateNewContacts(transaction);
  await dateContactsOfMergedPeople(transaction);
  await findRenumberedAccounts(transaction);
  const merged = await sql<MergeCounts>`
    with chosen as (
      select distinct on (${list(identityColumns)}) * from staged_policy order by ${list(identityColumns)}, year desc, line_number desc
    ), moment as (select app_now() as now), merged as (
      insert into book_row as book (${list(writtenColumns)}, pin_spent_at, imported_at, ${list(ageColumns)})
      select ${list(writtenColumns)}, pin_spent_at, moment.now, email_since, null, cell_phone_since, null from chosen, moment
      on conflict (${list(identityColumns)}) do update
        set (${list(otherColumns)}, pin_spent_at, imported_at, ${list(ageColumns)}) = (${list(otherColumns, "excluded")},
          excluded.pin_spent_at, excluded.imported_at, ${sql.join(contactColumns.map(agesOfChangedRow))})
        where (${list(otherColumns, "book")}) is distinct from (${list(otherColumns, "excluded")})
      returning (xmax = 0) as added
    ), counts as (
      select count(*) filter (where added) as added, count(*) filter (where not added) as changed from merged
    )
    select added::int, changed::int,
      ((select count(*) from chosen) - added - changed)::int as unchanged,
      ((select count(*) from staged_policy) - (select count(*) from chosen))::int as repeated
    from counts`.execute(transaction);
  const [counts] = merged.rows;
  if (!counts) throw new Error("the merge returned no counts");
  await renumberAccounts(transaction);
  return counts;
}
