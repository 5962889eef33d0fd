import path from "node:path";
import { identityByRow, identityOf, rowsOfPerson } from "@vestibule/api/identity/person.rule.ts";
import type { AccountStatus } from "@vestibule/catalogue/account.table.ts";
import { accountColumns, bookColumns, optionalBookColumns } from "@vestibule/catalogue/book.table.ts";
import type { Brand, BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { type ImportedAccount, readAccountRow } from "@vestibule/vestibule/book/account-row.rule.ts";
import { type BookRow, readBookRow } from "@vestibule/vestibule/book/book-row.rule.ts";
import { companyBook } from "@vestibule/vestibule/book/company-book.rule.ts";
import { csvRows } from "@vestibule/vestibule/book/csv-file.adapter.ts";
import { readNamedOwner } from "@vestibule/vestibule/book/find-owners.ts";

export interface DemoAccount {
  email: string;
  /** Absent where the file has a hash instead. */
  password: string | undefined;
  status: AccountStatus;
}

/** A person whom a visitor of the demo can play: the rows of the book, and the account imported with them. */
export interface DemoPerson {
  brand: Brand;
  personKey: string;
  /** Keys of the person under the brand, one for each row that has its own. */
  identities: readonly string[];
  firstName: string;
  lastName: string;
  rows: readonly BookRow[];
  account: DemoAccount | undefined;
}

export interface DemoPeople {
  people: readonly DemoPerson[];
  /** Set where the book has more rows than are shown. */
  shownRows: number | undefined;
}

/** Maximum number of rows shown on the page. */
const maxRows = 300;

/** Reads the demo's files for the guide. Invalid rows are skipped, since they already stop the start. */
export async function readDemoPeople(files: {
  brands: BrandBook;
  bookFile?: string | undefined;
  accountsFile?: string | undefined;
}): Promise<DemoPeople> {
  const companies = companyBook(files.brands);
  const rows: { brand: Brand; row: BookRow }[] = [];
  let isTruncated = false;
  for await (const cells of csvRows(files.bookFile ?? sampleFiles.book, {
    required: bookColumns,
    optional: optionalBookColumns,
  })) {
    const read = readBookRow(cells, companies);
    const brand = companies.get(cells.cells.company.toLowerCase())?.brand;
    if (read.kind === "invalid" || !brand) continue;
    isTruncated = rows.length >= maxRows;
    if (isTruncated) break;
    rows.push({ brand, row: read.row });
  }
  const accounts = await readAccounts(
    files.accountsFile ?? (files.bookFile ? undefined : sampleFiles.accounts),
    companies,
  );
  const people: DemoPerson[] = [];
  let left = rows;
  for (let [next] = left; next !== undefined; [next] = left) {
    const { brand, row: first } = next;
    const candidates = left.filter((one) => one.brand.id === brand.id).map(({ row }) => row);
    const contacts = [first.email, first.cellPhone].filter((contact) => contact !== null);
    const personRows = rowsOfPerson(candidates, identityByRow(first, contacts));
    const { firstName, lastName, personKey } = first;
    people.push({
      brand,
      personKey,
      identities: [...new Set(personRows.map(identityOf))],
      firstName,
      lastName,
      rows: personRows,
      account: personRows.map((row) => accounts.get(accountKey(brand, row))).find((account) => account !== undefined),
    });
    left = left.filter(({ row }) => !personRows.includes(row));
  }
  return { people, shownRows: isTruncated ? maxRows : undefined };
}

async function readAccounts(
  file: string | undefined,
  companies: ReturnType<typeof companyBook>,
): Promise<Map<string, DemoAccount>> {
  const accounts = new Map<string, DemoAccount>();
  if (file === undefined) return accounts;
  const columns = { required: [], optional: [...accountColumns, "passwordHash"] as const };
  for await (const cells of csvRows(file, columns)) {
    const read = readAccountRow(cells, companies);
    if (read.kind === "valid") accounts.set(personOf(read.row), accountOf(read.row));
    if (accounts.size >= maxRows) break;
  }
  return accounts;
}

function personOf(row: ImportedAccount): string {
  const { brand, company, policyNumber } = row;
  return accountKey(brand, {
    company,
    policyNumber: policyNumber ?? "",
    personKey: readNamedOwner(row)?.personKey ?? "",
  });
}

function accountKey(
  { id }: Brand,
  { company, policyNumber, personKey }: Pick<BookRow, "company" | "policyNumber" | "personKey">,
) {
  return `${id} ${company} ${policyNumber} ${personKey}`;
}

function accountOf({ emailAsTyped, secret, status }: ImportedAccount): DemoAccount {
  return { email: emailAsTyped, password: secret.kind === "password" ? secret.password : undefined, status };
}

const folder = path.join(import.meta.dirname, "../sample");

/** The built-in sample book and accounts. */
export const sampleFiles = { book: path.join(folder, "book.csv"), accounts: path.join(folder, "accounts.csv") };
