import { isRealDate, joinDate } from "@vestibule/contract/fields/date-of-birth.rule.ts";
import type { FieldError } from "@vestibule/contract/fields/field-error.ts";
import { isMissingWord } from "@vestibule/contract/fields/missing-value.rule.ts";
import { isNameOnFile } from "@vestibule/contract/fields/person-name.rule.ts";
import { normaliseText, plainDigits } from "@vestibule/contract/fields/text.rule.ts";
import type { CsvRow } from "./csv-file.adapter.ts";
import type { RowError } from "./import-report.schema.ts";

/** A row whose cells are all allowed, or every error of it. */
export type ReadRow<Row> = { kind: "valid"; row: Row } | { kind: "invalid"; errors: RowError[] };

/** The value of a cell, or undefined where the column does not allow it. */
export type CellRule<T> = (text: string) => T | undefined;

/** Reads one row cell by cell and collects every error; the values are valid only if there is none. */
export class CellReader<Column extends string> {
  readonly errors: RowError[] = [];
  readonly #row: CsvRow<Column>;

  constructor(row: CsvRow<Column>) {
    this.#row = row;
    if (row.cellCount !== undefined)
      this.errors.push({
        line: row.line,
        column: "",
        reason: `the row has ${row.cellCount} cells, which is not the number of columns in the header`,
      });
  }

  /** The cell as it is written. */
  raw(column: Column): string {
    return this.#row.cells[column];
  }

  /**
   * The cell without invisible characters, without the formula that keeps the zeros of a number in a spreadsheet, and
   * without the ".0" that Python writes after the whole numbers of a column with empty cells.
   */
  text(column: Column): string {
    return normaliseText(this.raw(column))
      .replace(/^="(.*)"$/, "$1")
      .replace(/^(\d+)\.0$/, "$1");
  }

  /** The cell, empty where it says that the value is missing. */
  optionalText(column: Column): string {
    const text = this.text(column);
    return isMissingWord(text) ? "" : text;
  }

  /** Reads a required cell. `expected` completes the reason "is not …". */
  required<T>(column: Column, expected: string, rule: CellRule<T>): T {
    const text = this.text(column);
    if (text === "") this.addFault(column, "is missing");
    return this.#read(column, text, { expected, rule }) as T;
  }

  /** Reads an optional cell; null means "not on file". */
  optional<T>(column: Column, expected: string, rule: CellRule<T>): T | null {
    const text = this.optionalText(column);
    return text === "" ? null : (this.#read(column, text, { expected, rule }) as T);
  }

  requiredName(column: Column): string {
    return this.#hasLostLetters(column) ? "" : this.required(column, "a name", personName);
  }

  optionalName(column: Column): string | null {
    return this.#hasLostLetters(column) ? null : this.optional(column, "a name", personName);
  }

  addFault(column: Column, reason: string): void {
    this.errors.push({ line: this.#row.line, column, reason });
  }

  /** A person would not find a name in which they cannot type every letter. */
  #hasLostLetters(column: Column): boolean {
    const isLost = lostLetters.test(this.text(column));
    if (isLost) this.addFault(column, "has letters that another encoding or program replaced");
    return isLost;
  }

  #read<T>(column: Column, text: string, cell: { expected: string; rule: CellRule<T> }): T | undefined {
    const { expected, rule } = cell;
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

/**
 * A question mark in place of a letter, UTF-8 that was read as Windows-1252 (é as Ã©, ’ as â€™), and the entities of
 * HTML. In a name, Ã ends a word or is followed by a plain letter.
 */
const lostLetters = /\p{L}\?|\?\p{L}|Ã(?![\sA-Z'’.-]|$)|â€|&(?:#\d+|#x[\da-f]+|[a-z]+\d?);/iu;

const personName: CellRule<string> = (text) => (isNameOnFile(text) ? normaliseText(text) : undefined);

/** Year, month and day in this order, with the midnight that databases write after a date, in any time zone. */
const dateOnFile =
  /^(?:(\d{4})([-/.])(\d{1,2})\2(\d{1,2})|(\d{4})(\d{2})(\d{2}))(?:[ T]00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** A real date from 1900 to today; the minimum age is checked by the registration form. */
export const birthDate: CellRule<string> = (text) => {
  const [, year, , month, day, ...compact] = dateOnFile.exec(plainDigits(text)) ?? [];
  const date = year === undefined ? compact.join("-") : joinDate({ year, month: month ?? "", day: day ?? "" });
  return isRealDate(date) && date >= "1900" && date <= new Date().toISOString() ? date : undefined;
};

/** PostgreSQL writes one letter, a spreadsheet in French other words. */
const yes = new Set(["true", "1", "yes", "y", "oui", "o", "t", "vrai"]);
const no = new Set(["false", "0", "no", "n", "non", "f", "faux"]);

export const yesOrNo: CellRule<boolean> = (text) => {
  const word = text.toLowerCase();
  if (yes.has(word)) return true;
  return no.has(word) ? false : undefined;
};
