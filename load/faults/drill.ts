import type { DatabaseKind } from "./drill-postgres.ts";

/** A fault caused on purpose, with the limits that must hold during and after it. */
export interface Drill {
  /** In lower case with dashes; the value of `--only`. */
  id: string;
  /** Begins with the ids of the faults that it causes, such as F-02. */
  name: string;
  /** Maximum seconds from the end of the fault until all requests succeed again. */
  maxRecoverySeconds: number;
  /** Maximum number of duplicate writes in one run; 0 by default. */
  maxDuplicates?: number | undefined;
  /** Takes minutes and is run only when its group or its id is named. */
  long?: boolean | undefined;
  /** The only kind of PostgreSQL that it runs on; both by default. */
  only?: DatabaseKind | undefined;
  /** Needs the folder of an earlier version. */
  needsEarlier?: boolean | undefined;
  /** Starts its environment and causes the fault. Rejects when the drill itself fails. */
  run(database: DatabaseKind, earlier?: string): Promise<DrillResult>;
  /** Closes an environment that the runs shared, after the last run. Returns violations, one sentence each. */
  finish?(): Promise<readonly string[]>;
}

export interface DrillResult {
  /** Server processes that ended unexpectedly. */
  serversEnded: number;
  /** Acknowledged writes that are missing afterwards. */
  lost: number;
  /** Number of duplicate writes. */
  duplicated: number;
  /** Seconds from the end of the fault until every request succeeds again; Infinity if that was not observed. */
  recoverySeconds: number;
  /**
   * Longest time in seconds from a failed request to the next successful one of its kind; absent if the drill sends no
   * load.
   */
  interruptionSeconds?: number;
  /** Other violations, one sentence each. */
  violations: readonly string[];
}
