/** One fault in one row. Reasons name columns and rules, never personal data. */
export interface RowFault {
  /** Line of the file, the header being line 1; 0 for the file as a whole. */
  line: number;
  column: string;
  reason: string;
}

/** The first fault of its kind, with the number of rows that have it. */
export interface ListedFault extends RowFault {
  count: number;
}

export interface RefusedImport {
  kind: "refused";
  faults: ListedFault[];
  faultCount: number;
}

/** Rows that were left out because of their faults, by line. */
export interface SkippedRows {
  lines: ReadonlySet<number>;
  faults: ListedFault[];
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

/** Collects faults by kind: faults of a column whose reasons differ in their numbers alone are of one kind. */
export class FaultList {
  readonly #kinds = new Map<string, ListedFault>();
  readonly #lines = new Set<number>();
  readonly #canSkip: boolean;
  #count = 0;
  #isUnreadable = false;

  /** `skipFaulty`: rows with faults do not refuse the file. */
  constructor({ skipFaulty = false }: { skipFaulty?: boolean | undefined } = {}) {
    this.#canSkip = skipFaulty;
  }

  add(...faults: RowFault[]): void {
    for (const fault of faults) {
      this.#count += 1;
      this.#lines.add(fault.line);
      const kind = `${fault.column} ${fault.reason.replace(/\d+/g, "#")}`;
      const listed = this.#kinds.get(kind);
      if (listed === undefined) this.#kinds.set(kind, { ...fault, count: 1 });
      else listed.count += 1;
    }
  }

  /** Adds the fault that ended the reading of the file. */
  addUnreadable(fault: RowFault): void {
    this.#isUnreadable = true;
    this.add(fault);
  }

  /** Whether the file is refused. */
  get isRefusal(): boolean {
    return this.#isUnreadable || (this.#count > 0 && !this.#canSkip);
  }

  throwIfRefusal(): void {
    if (this.isRefusal) throw new Refused({ kind: "refused", faults: this.#listed(), faultCount: this.#count });
  }

  /** For the report of an import that is not refused; empty without faults. */
  skipped(): { skipped?: SkippedRows } {
    return this.#count === 0 ? {} : { skipped: { lines: this.#lines, faults: this.#listed() } };
  }

  #listed(): ListedFault[] {
    return [...this.#kinds.values()];
  }
}
