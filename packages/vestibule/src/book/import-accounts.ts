import { availableParallelism } from "node:os";
import type { AccountStore, NewAccount } from "@vestibule/api/accounts/account-store.port.ts";
import type { PasswordHashing } from "@vestibule/api/passwords/password-hashing.port.ts";
import type { Db } from "@vestibule/api/platform/database.table.ts";
import { type AccountColumn, accountColumns } from "@vestibule/catalogue/book.table.ts";
import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { type AccountRow, type AccountSecret, readAccountRow } from "./account-row.rule.ts";
import { companyBook } from "./company-book.rule.ts";
import { csvRows, UnreadableFile } from "./csv-file.adapter.ts";
import { findOwners, type OwnedRow } from "./find-owners.ts";
import { FaultList, type ImportProgress, type Refusal } from "./import-report.schema.ts";
import { importSession, recordImport } from "./import-session.store.ts";

export interface AccountsImport {
  database: Db;
  brands: Pick<BrandBook, "brands">;
  accountStore: AccountStore;
  hashing: PasswordHashing;
  /** CSV file in UTF-8 with the columns of accounts; `passwordHash` may replace `password`. */
  file: string;
  /** Validates and counts, writes nothing. */
  dryRun?: boolean;
  onProgress?: (progress: ImportProgress) => void;
  /** Saved with the counts, so that a later start recognises a file that is already imported. */
  fingerprint?: string;
}

export interface AccountCounts {
  added: number;
  /** Accounts whose e-mail or person already has an account: left unchanged. */
  untouched: number;
  /** Accounts added whose person is on no imported policy. */
  withoutPolicy: number;
}
export type AccountsReport = ({ kind: "imported" | "rehearsed"; rows: number } & AccountCounts) | Refusal;

const secretColumns: readonly AccountColumn[] = ["password", "passwordHash"];
const columns = {
  required: accountColumns.filter((column) => !secretColumns.includes(column)) as AccountColumn[],
  optional: secretColumns,
};

/** Imports all accounts or, where one row is invalid, none. Existing accounts are left unchanged. */
export async function importAccounts(order: AccountsImport): Promise<AccountsReport> {
  const faults = new FaultList();
  const rows = await readRows(order, faults);
  if (!faults.empty) return faults.refusal();
  const owned = await findOwners({ database: order.database, rows, faults });
  if (!faults.empty) return faults.refusal();
  const counts = await createAccounts(order, owned);
  return { kind: order.dryRun ? "rehearsed" : "imported", rows: rows.length, ...counts };
}

async function readRows(order: AccountsImport, faults: FaultList): Promise<AccountRow[]> {
  const companies = companyBook(order.brands);
  const onBytes = (done: number, total: number) => order.onProgress?.({ stage: "reading", done, total });
  const rows: AccountRow[] = [];
  try {
    for await (const cells of csvRows(order.file, columns, onBytes)) {
      const read = readAccountRow(cells, companies);
      if (read.kind === "bad") faults.add(...read.faults);
      else rows.push(read.row);
    }
  } catch (fault) {
    if (!(fault instanceof UnreadableFile)) throw fault;
    faults.add({ line: fault.line, column: "", reason: fault.message });
  }
  return rows;
}

/** Hashes the new passwords, then writes all accounts in one transaction. A dry run neither hashes nor writes. */
export async function createAccounts(order: AccountsImport, owned: readonly OwnedRow[]): Promise<AccountCounts> {
  const fresh = owned.filter((row) => !row.taken);
  const withoutPolicy = fresh.filter((row) => row.entries.length === 0).length;
  if (order.dryRun) return { added: fresh.length, untouched: owned.length - fresh.length, withoutPolicy };
  const hashes = await hashSecrets(
    order,
    fresh.map((each) => each.row.secret),
  );
  return importSession({ database: order.database, ending: "commit" }, async (transaction) => {
    let added = 0;
    for (const [index, each] of fresh.entries()) {
      const created = await order.accountStore.create(transaction, newAccount(each, hashes[index] ?? ""));
      if (created.kind === "created") added += 1;
      if (index % 100 === 99) order.onProgress?.({ stage: "writing", done: index + 1, total: fresh.length });
    }
    const rows = owned.length;
    await recordImport(transaction, {
      kind: "accounts",
      fingerprint: order.fingerprint ?? null,
      rows,
      added,
      changed: 0,
    });
    return { added, untouched: rows - added, withoutPolicy };
  });
}

/** Hashes as many at a time as the pool has threads, so that no job queues in it. */
async function hashSecrets(
  order: Pick<AccountsImport, "hashing" | "onProgress">,
  secrets: readonly AccountSecret[],
): Promise<string[]> {
  const hashes: string[] = new Array(secrets.length).fill("");
  const queue = secrets.entries();
  let done = 0;
  const lane = async () => {
    for (const [index, secret] of queue) {
      hashes[index] = await hashOf(secret, order.hashing);
      done += 1;
      order.onProgress?.({ stage: "hashing", done, total: secrets.length });
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  return hashes;
}

async function hashOf(secret: AccountSecret, hashing: PasswordHashing): Promise<string> {
  return secret.kind === "hash" ? secret.hash : hashing.hash(secret.password);
}

/** Province and language come from the newest policy, else from the brand's defaults. */
function newAccount({ row, owner, entries }: OwnedRow, passwordHash: string): NewAccount {
  const { brand, email, emailAsTyped, status } = row;
  const { firstName, lastName, dateOfBirth, personKey } = owner;
  const province = (entries[0]?.province ?? brand.defaults.province) as ProvinceId;
  const language = entries[0]?.language ?? brand.provinces[province]?.languages[0] ?? brand.defaults.language;
  return {
    ...{ brandId: brand.id, email, emailAsTyped, status, passwordHash, province, language: language as Language },
    ...{ firstName, lastName, dateOfBirth, personKey },
    policies: entries.map(({ company, policyNumber, role }) => ({ company, policyNumber, role })),
  };
}
