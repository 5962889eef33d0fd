/** One error in one row. Reasons name columns and rules, never personal data. */
export interface RowError {
  /** Line of the file, the header being line 1; 0 for the file as a whole. */
  line: number;
  column: string;
  reason: string;
}

/** The first error of its kind, with the number of rows that have it. */
export interface ListedError extends RowError {
  count: number;
}

export interface RefusedImport {
  kind: "refused";
  errors: ListedError[];
  errorCount: number;
}

/** Rows that were left out because of their errors, by line. */
export interface SkippedRows {
  lines: ReadonlySet<number>;
  errors: ListedError[];
}

/** Thrown to roll back the transaction of an invalid file. */
export class Refused extends Error {
  readonly refusal: RefusedImport;

  constructor(refusal: RefusedImport) {
    super("the file was refused");
    this.refusal = refusal;
  }
}

/** Progress of an import: bytes read of the file, or rows processed in the second stage. */
export interface ImportProgress {
  stage: "reading" | "hashing" | "writing";
  done: number;
  total: number;
}

/** Collects errors by kind: errors of a column whose reasons differ in their numbers alone are of one kind. */
export class ErrorList {
  readonly #kinds = new Map<string, ListedError>();
  readonly #lines = new Set<number>();
  readonly #canSkip: boolean;
  #count = 0;
  #isUnreadable = false;

  /** `skipFaulty`: rows with errors do not refuse the file. */
  constructor({ skipFaulty = false }: { skipFaulty?: boolean | undefined } = {}) {
    this.#canSkip = skipFaulty;
  }

  add(...errors: RowError[]): void {
    for (const error of errors) {
      this.#count += 1;
      this.#lines.add(error.line);
      const kind = `${error.column} ${error.reason.replace(/\d+/g, "#")}`;
      const listed = this.#kinds.get(kind);
      if (listed === undefined) this.#kinds.set(kind, { ...error, count: 1 });
      else listed.count += 1;
    }
  }

  /** Adds the error that ended the reading of the file. */
  addUnreadable(error: RowError): void {
    this.#isUnreadable = true;
    this.add(error);
  }

  /** Whether the file is refused. */
  get isRefusal(): boolean {
    return this.#isUnreadable || (this.#count > 0 && !this.#canSkip);
  }

  throwIfRefusal(): void {
    if (this.isRefusal) throw new Refused({ kind: "refused", errors: this.#listed(), errorCount: this.#count });
  }

  /** For the report of an import that is not refused; empty without errors. */
  skipped(): { skipped?: SkippedRows } {
    return this.#count === 0 ? {} : { skipped: { lines: this.#lines, errors: this.#listed() } };
  }

  #listed(): ListedError[] {
    return [...this.#kinds.values()];
  }
}
