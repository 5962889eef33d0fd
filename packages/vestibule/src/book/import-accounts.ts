import { availableParallelism } from "node:os";
import type { PasswordHashing } from "@vestibule/api/passwords/password-hashing.port.ts";
import type { Trx } from "@vestibule/api/platform/database.table.ts";
import { type AccountColumn, accountColumns } from "@vestibule/catalogue/book.table.ts";
import { isIdOf } from "@vestibule/catalogue/ids-of.ts";
import { readAccountRow } from "./account-row.rule.ts";
import {
  createStagedAccounts,
  findDuplicateAccounts,
  findLinesWithoutHash,
  type OwnedRow,
  openAccountStage,
  type StagedAccount,
  stageAccounts,
  stageHashes,
  unstageExistingAccounts,
  unstageLines,
} from "./accounts.store.ts";
import { findOwners } from "./find-owners.ts";
import { batchRows, type ImportOptions, readBatches } from "./import-file.ts";
import { ErrorList, type RefusedImport, type SkippedRows } from "./import-report.schema.ts";
import { importSession, recordImport, refreshStatistics } from "./import-session.store.ts";

/** An import of a file with the columns of accounts, of which `passwordHash` may replace `password`. */
export interface AccountsImport extends ImportOptions {
  hashing: PasswordHashing;
}

export interface AccountCounts {
  added: number;
  /** Rows whose e-mail or person already has an account, which is left unchanged. */
  untouched: number;
  withoutPolicy: number;
}
export type AccountsReport =
  | ({ kind: "imported" | "rehearsed"; rows: number } & AccountCounts & { skipped?: SkippedRows })
  | RefusedImport;

const secretColumns: readonly AccountColumn[] = ["password", "passwordHash"];
const accountRows = {
  columns: {
    required: accountColumns.filter((column) => !secretColumns.includes(column)),
    optional: secretColumns,
  },
  readRow: readAccountRow,
};

/** Passwords of the valid rows, by line. They are hashed only when all rows are valid. */
type Passwords = Map<number, string>;

/** Imports all accounts or, where one row is invalid, none. Existing accounts are left unchanged. */
export async function importAccounts(order: AccountsImport): Promise<AccountsReport> {
  return importSession(order, async (transaction) => {
    const { rows, lastLine, passwords, ...skipped } = await stageFile(order, transaction);
    const { remaining, withoutPolicy } = await unstageExistingAccounts(transaction);
    const counts = { rows, withoutPolicy, ...skipped };
    if (order.dryRun) return { kind: "rehearsed", ...counts, added: remaining, untouched: rows - remaining };
    await hashPasswords(order, transaction, passwords);
    const added = await createAccounts(order, transaction, lastLine);
    const fingerprint = order.fingerprint ?? null;
    await recordImport(transaction, { kind: "accounts", fingerprint, rows, added, changed: 0 });
    if (added > batchRows) await refreshStatistics(transaction);
    return { kind: "imported", ...counts, added, untouched: rows - added };
  });
}

async function stageFile(order: AccountsImport, transaction: Trx) {
  const errors = new ErrorList(order);
  const passwords: Passwords = new Map();
  let rows = 0;
  let lastLine = 0;
  await openAccountStage(transaction);
  for await (const batch of readBatches(order, accountRows, errors)) {
    lastLine = batch.at(-1)?.lineNumber ?? lastLine;
    for (const { lineNumber, secret } of batch)
      if (secret.kind === "password") passwords.set(lineNumber, secret.password);
    const owned = await findOwners(transaction, batch, errors);
    rows += owned.length;
    if (owned.length > 0) await stageAccounts(transaction, owned.map(withDefaults));
  }
  const duplicates = await findDuplicateAccounts(transaction);
  for (const { line, column, earlier } of duplicates) {
    const reason = column === "email" ? "is also the email" : "and the birth date are also those";
    errors.add({ line, column, reason: `${reason} of line ${earlier}` });
  }
  errors.throwIfRefusal();
  const unstaged = await unstageLines(
    transaction,
    duplicates.map(({ line }) => line),
  );
  return { rows: rows - unstaged, lastLine, passwords, ...errors.skipped() };
}

/** Takes province and language from the newest policy, else from the defaults of the brand. */
function withDefaults(owned: OwnedRow): StagedAccount {
  const { brand } = owned.row;
  const [newest] = owned.entries;
  const province = newest?.province ?? brand.defaults.province;
  const language =
    newest?.language ??
    (isIdOf(brand.provinces, province) ? brand.provinces[province]?.languages[0] : undefined) ??
    brand.defaults.language;
  return { ...owned, province, language };
}

/** Hashes one password per core at a time, so that no job waits in the queue of the pool. */
async function hashPasswords(order: AccountsImport, transaction: Trx, passwords: Passwords): Promise<void> {
  const lines = await findLinesWithoutHash(transaction);
  let done = 0;
  for (let from = 0; from < lines.length; from += batchRows) {
    const hashed: { line: number; passwordHash: string }[] = [];
    const queue = lines.slice(from, from + batchRows).values();
    const lane = async () => {
      for (const line of queue) {
        hashed.push({ line, passwordHash: await order.hashing.hash(passwords.get(line) ?? "") });
        order.onProgress?.({ stage: "hashing", done: ++done, total: lines.length });
      }
    };
    await Promise.all(Array.from({ length: availableParallelism() }, lane));
    await stageHashes(transaction, hashed);
  }
}

async function createAccounts(order: AccountsImport, transaction: Trx, lastLine: number): Promise<number> {
  let added = 0;
  for (let from = 0; from <= lastLine; from += batchRows) {
    added += await createStagedAccounts(transaction, { from, to: from + batchRows - 1 });
    order.onProgress?.({ stage: "writing", done: Math.min(from + batchRows, lastLine), total: lastLine });
  }
  return added;
}
