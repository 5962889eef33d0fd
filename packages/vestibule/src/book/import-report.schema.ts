/** One thing wrong with one row. Reasons name columns and rules, never a person's data. */
export interface RowFault {
  /** Line of the file, the header being line 1; 0 where the file as a whole is meant. */
  line: number;
  column: string;
  reason: string;
}

/** Faults listed at the most; `faultCount` counts all of them. */
export const listedFaults = 100;

export interface Refusal {
  kind: "refused";
  faults: RowFault[];
  faultCount: number;
}

/** How far an import is: bytes of the file read, or rows of the second stage done. */
export interface ImportProgress {
  stage: "reading" | "hashing" | "writing";
  done: number;
  total: number;
}

/** Gathers faults up to the number that is listed, and counts the rest. */
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

  refusal(): Refusal {
    return { kind: "refused", faults: this.#faults, faultCount: this.#count };
  }
}
