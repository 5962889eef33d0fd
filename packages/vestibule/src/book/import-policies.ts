import type { Trx } from "@vestibule/api/platform/database.table.ts";
import type { Keys } from "@vestibule/api/platform/keys.port.ts";
import { pinHashes } from "@vestibule/api/verification/pin-hash.adapter.ts";
import { type BookColumn, bookColumns, optionalBookColumns } from "@vestibule/catalogue/book.table.ts";
import { type BookRow, readBookRow } from "./book-row.rule.ts";
import type { CompanyBook } from "./company-book.rule.ts";
import type { CsvRow } from "./csv-file.adapter.ts";
import { batchRows, type ImportOptions, readBatches } from "./import-file.ts";
import { ErrorList, type RefusedImport, type SkippedRows } from "./import-report.schema.ts";
import { importSession, recordImport, refreshStatistics } from "./import-session.store.ts";
import {
  type MergeCounts,
  mergePolicies,
  openPolicyStage,
  type StagedPolicy,
  stagePolicies,
} from "./policies.store.ts";

export interface PoliciesImport extends ImportOptions {
  keys: Keys;
}

export type PoliciesReport =
  | ({ kind: "imported" | "rehearsed"; rows: number } & MergeCounts & { skipped?: SkippedRows })
  | RefusedImport;

/** All or, where one row is invalid, none. Rows that the file does not contain are kept. */
export async function importPolicies(order: PoliciesImport): Promise<PoliciesReport> {
  return importSession(order, async (transaction) => {
    const { rows, ...skipped } = await stageFile(order, transaction);
    const counts = await mergePolicies(transaction);
    const { added, changed } = counts;
    await recordImport(transaction, {
      kind: "policies",
      fingerprint: order.fingerprint ?? null,
      rows,
      added,
      changed,
    });
    if (added + changed > batchRows) await refreshStatistics(transaction);
    return { kind: order.dryRun ? "rehearsed" : "imported", rows, ...counts, ...skipped };
  });
}

async function stageFile(order: PoliciesImport, transaction: Trx) {
  const errors = new ErrorList(order);
  let rows = 0;
  await openPolicyStage(transaction);
  for await (const batch of readBatches(order, policyRows(order.keys), errors)) {
    rows += batch.length;
    if (!errors.isRefusal) await stagePolicies(transaction, batch);
  }
  errors.throwIfRefusal();
  order.onProgress?.({ stage: "writing", done: rows, total: rows });
  return { rows, ...errors.skipped() };
}

const policyRows = (keys: Keys) => ({
  columns: { required: bookColumns, optional: optionalBookColumns },
  readRow(cells: CsvRow<BookColumn>, companies: CompanyBook) {
    const read = readBookRow(cells, companies);
    return read.kind === "invalid" ? read : ({ kind: "valid", row: toStage(read.row, cells.line, keys) } as const);
  },
});

function toStage(row: BookRow, lineNumber: number, keys: Keys): StagedPolicy {
  const { pin, ...facts } = row;
  return { ...facts, lineNumber, pinHashes: pin ? pinHashes({ pin, holder: row, keys: keys.secretHash }) : [] };
}
