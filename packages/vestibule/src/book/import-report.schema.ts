/** One fault in one row. Reasons name columns and rules, never personal data. */
export interface RowFault {
  /** Line of the file, the header being line 1; 0 for the file as a whole. */
  line: number;
  column: string;
  reason: string;
}

/** Maximum number of faults that are listed; `faultCount` counts all of them. */
export const listedFaults = 100;

export interface Refusal {
  kind: "refused";
  faults: RowFault[];
  faultCount: number;
}

/** Thrown to roll back the transaction of an invalid file. */
export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
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

/** Collects faults up to `listedFaults` and counts the rest. */
export class FaultList {
  readonly #faults: RowFault[] = [];
  #count = 0;

  add(...faults: RowFault[]): void {
    this.#count += faults.length;
    this.#faults.push(...faults.slice(0, listedFaults - this.#faults.length));
  }

  get empty(): boolean {
    return this.#count === 0;
  }

  throwIfAny(): void {
    if (!this.empty) throw new Refused({ kind: "refused", faults: this.#faults, faultCount: this.#count });
  }
}
