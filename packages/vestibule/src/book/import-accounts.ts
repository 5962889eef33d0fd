import { type AccountColumn, accountColumns } from "@vestibule/catalogue/book.table.ts";
import { type AccountRow, readAccountRow } from "./account-row.rule.ts";
import type { AccountsImport, AccountsReport } from "./accounts-import.schema.ts";
import { companyBook } from "./company-book.rule.ts";
import { createAccounts } from "./create-accounts.ts";
import { csvRows, UnreadableFile } from "./csv-file.adapter.ts";
import { findOwners } from "./find-owners.ts";
import { FaultList } from "./import-report.schema.ts";

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
