import type { CsvRow } from "./csv-file.adapter.ts";
import type { RowFault } from "./import-report.schema.ts";

/** The value of a cell, or undefined where the column does not allow it. */
export type CellRule<T> = (text: string) => T | undefined;

/** Reads one row cell by cell and collects every fault; the values are valid only if there is none. */
export class CellReader<Column extends string> {
  readonly faults: RowFault[] = [];
  readonly #row: CsvRow<Column>;

  constructor(row: CsvRow<Column>) {
    this.#row = row;
    if (row.cellCount !== undefined)
      this.faults.push({
        line: row.line,
        column: "",
        reason: `the row has ${row.cellCount} cells, not the header's number`,
      });
  }

  text(column: Column): string {
    return this.#row.cells[column];
  }

  /** A required cell. `expected` completes "is not …". */
  needed<T>(column: Column, expected: string, rule: CellRule<T>): T {
    if (this.text(column) === "") this.refuse(column, "is missing");
    return this.#read(column, expected, rule) as T;
  }

  /** An optional cell: null means "not on file". */
  optional<T>(column: Column, expected: string, rule: CellRule<T>): T | null {
    return this.text(column) === "" ? null : (this.#read(column, expected, rule) as T);
  }

  refuse(column: Column, reason: string): void {
    this.faults.push({ line: this.#row.line, column, reason });
  }

  #read<T>(column: Column, expected: string, rule: CellRule<T>): T | undefined {
    const text = this.text(column);
    const value = text === "" ? undefined : rule(text);
    if (value === undefined && text !== "") this.refuse(column, `is not ${expected}`);
    return value;
  }
}
