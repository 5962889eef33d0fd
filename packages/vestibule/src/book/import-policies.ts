import type { Db, Trx } from "@vestibule/api/platform/database.table.ts";
import type { Keys } from "@vestibule/api/platform/keys.port.ts";
import { pinHashes } from "@vestibule/api/verification/pin-hash.adapter.ts";
import { bookColumns } from "@vestibule/catalogue/book.table.ts";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { type BookRow, readBookRow } from "./book-row.rule.ts";
import { companyBook } from "./company-book.rule.ts";
import { csvRows, UnreadableFile } from "./csv-file.adapter.ts";
import { FaultList, type ImportProgress, type Refusal, Refused } from "./import-report.schema.ts";
import { importSession, recordImport, refreshStatistics } from "./import-session.store.ts";
import {
  type MergeCounts,
  mergePolicies,
  openPolicyStage,
  type StagedPolicy,
  stagePolicies,
} from "./policies.store.ts";

export interface PoliciesImport {
  database: Db;
  brands: Pick<BrandBook, "brands">;
  keys: Keys;
  /** CSV file in UTF-8 with the columns of the policies file. */
  file: string;
  /** Validates and counts, writes nothing. */
  dryRun?: boolean;
  onProgress?: (progress: ImportProgress) => void;
  /** Saved with the counts, so that a later start recognises a file that is already imported. */
  fingerprint?: string;
}

export type PoliciesReport = ({ kind: "imported" | "rehearsed"; rows: number } & MergeCounts) | Refusal;

const batchRows = 4000;

/**
 * Imports all policies or, where one row is invalid, none. Existing rows are updated only where the file differs; rows
 * absent from the file stay.
 */
export async function importPolicies(order: PoliciesImport): Promise<PoliciesReport> {
  const session = { database: order.database, ending: order.dryRun ? "rollback" : "commit" } as const;
  try {
    return await importSession(session, async (transaction) => {
      const rows = await stageFile(order, transaction);
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
      return { kind: order.dryRun ? "rehearsed" : "imported", rows, ...counts };
    });
  } catch (fault) {
    if (fault instanceof Refused) return fault.refusal;
    throw fault;
  }
}

async function stageFile(order: PoliciesImport, transaction: Trx): Promise<number> {
  const faults = new FaultList();
  const companies = companyBook(order.brands);
  const onBytes = (done: number, total: number) => order.onProgress?.({ stage: "reading", done, total });
  let batch: StagedPolicy[] = [];
  let rows = 0;
  await openPolicyStage(transaction);
  try {
    for await (const row of csvRows(order.file, { required: bookColumns }, onBytes)) {
      rows += 1;
      const read = readBookRow(row, companies);
      if (read.kind === "bad") faults.add(...read.faults);
      else batch.push(toStage(read.row, row.line, order.keys));
      if (batch.length < batchRows) continue;
      if (faults.empty) await stagePolicies(transaction, batch);
      batch = [];
    }
  } catch (fault) {
    if (!(fault instanceof UnreadableFile)) throw fault;
    faults.add({ line: fault.line, column: "", reason: fault.message });
  }
  faults.throwIfAny();
  if (batch.length > 0) await stagePolicies(transaction, batch);
  order.onProgress?.({ stage: "writing", done: rows, total: rows });
  return rows;
}

function toStage(row: BookRow, lineNumber: number, keys: Keys): StagedPolicy {
  const { pin, ...facts } = row;
  return { ...facts, lineNumber, pinHashes: pin ? pinHashes({ pin, holder: row, keys: keys.secretHash }) : [] };
}
