import { isRealDate } from "@vestibule/contract/fields/date-of-birth.rule.ts";
import type { FieldError } from "@vestibule/contract/fields/field-error.ts";
import { isNameOnFile } from "@vestibule/contract/fields/person-name.rule.ts";
import { normaliseText } from "@vestibule/contract/fields/text.rule.ts";
import type { CsvRow } from "./csv-file.adapter.ts";
import type { RowFault } from "./import-report.schema.ts";

/** A row whose cells are all allowed, or every fault of it. */
export type ReadRow<Row> = { kind: "valid"; row: Row } | { kind: "invalid"; faults: RowFault[] };

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
        reason: `the row has ${row.cellCount} cells, which is not the number of columns in the header`,
      });
  }

  text(column: Column): string {
    return this.#row.cells[column];
  }

  /** Reads a required cell. `expected` completes the reason "is not …". */
  required<T>(column: Column, expected: string, rule: CellRule<T>): T {
    if (this.text(column) === "") this.addFault(column, "is missing");
    return this.#read(column, expected, rule) as T;
  }

  /** Reads an optional cell; null means "not on file". */
  optional<T>(column: Column, expected: string, rule: CellRule<T>): T | null {
    return this.text(column) === "" ? null : (this.#read(column, expected, rule) as T);
  }

  addFault(column: Column, reason: string): void {
    this.faults.push({ line: this.#row.line, column, reason });
  }

  #read<T>(column: Column, expected: string, rule: CellRule<T>): T | undefined {
    const text = this.text(column);
    const value = text === "" ? undefined : rule(text);
    if (value === undefined && text !== "") this.addFault(column, `is not ${expected}`);
    return value;
  }
}

/** Turns a form's field rule into a cell rule that returns the normalised value. */
export function asField<T>(
  check: (text: string) => FieldError | undefined,
  normalise: (text: string) => T | undefined,
): CellRule<T> {
  return (text) => (check(text) ? undefined : normalise(text));
}

/** Accepts one of the given words, in any case. */
export function oneOf<Word extends string>(words: readonly Word[]): CellRule<Word> {
  return (text) => words.find((word) => word === text.toLowerCase());
}

export const personName: CellRule<string> = (text) => (isNameOnFile(text) ? normaliseText(text) : undefined);

/** A real date from 1900 to today; the minimum age is checked by the registration form. */
export const birthDate: CellRule<string> = (text) =>
  isRealDate(text) && text >= "1900" && text <= new Date().toISOString() ? text : undefined;

const yes = new Set(["true", "1", "yes", "y", "oui", "o"]);
const no = new Set(["false", "0", "no", "n", "non"]);

export const yesOrNo: CellRule<boolean> = (text) => {
  const word = text.toLowerCase();
  if (yes.has(word)) return true;
  return no.has(word) ? false : undefined;
};
