import type { Db } from "@vestibule/api/platform/database.table.ts";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import type { ReadRow } from "./cell-reader.rule.ts";
import { type CompanyBook, companyBook } from "./company-book.rule.ts";
import { type CsvColumns, type CsvRow, csvRows, UnreadableFile } from "./csv-file.adapter.ts";
import type { ErrorList, ImportProgress } from "./import-report.schema.ts";

export interface ImportOptions {
  database: Db;
  brands: Pick<BrandBook, "brands">;
  file: string;
  /** Validates and counts without writing. */
  dryRun?: boolean;
  /** Imports the valid rows of a file that has others. */
  skipFaulty?: boolean;
  onProgress?: (progress: ImportProgress) => void;
  /** Saved with the counts, so that a later start recognises a file that is already imported. */
  fingerprint?: string;
}

/** Number of rows that are read and written at a time. */
export const batchRows = 4000;

interface RowReader<Column extends string, Row> {
  columns: CsvColumns<Column>;
  readRow(cells: CsvRow<Column>, companies: CompanyBook): ReadRow<Row>;
}

/** Streams the valid rows in batches and adds the errors of the others to `errors`. */
export async function* readBatches<Column extends string, Row>(
  { file, brands, onProgress }: Pick<ImportOptions, "file" | "brands" | "onProgress">,
  { columns, readRow }: RowReader<Column, Row>,
  errors: ErrorList,
): AsyncGenerator<Row[]> {
  const companies = companyBook(brands);
  const onBytes = (done: number, total: number) => onProgress?.({ stage: "reading", done, total });
  let batch: Row[] = [];
  try {
    for await (const cells of csvRows(file, columns, onBytes)) {
      const read = readRow(cells, companies);
      if (read.kind === "invalid") errors.add(...read.errors);
      else batch.push(read.row);
      if (batch.length < batchRows) continue;
      yield batch;
      batch = [];
    }
  } catch (fault) {
    if (!(fault instanceof UnreadableFile)) throw fault;
    errors.addUnreadable({ line: fault.line, column: "", reason: fault.message });
  }
  if (batch.length > 0) yield batch;
}
