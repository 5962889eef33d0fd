import type { DatabaseKind } from "./drill-postgres.ts";

/** A fault caused on purpose, with the limits that must hold during and after it. */
export interface Drill {
  /** In lower case with dashes; the value of `--only`. */
  id: string;
  /** Begins with the ids of the faults that it causes, such as F-02. */
  name: string;
  /** Maximum seconds until requests succeed again. */
  maxSecondsUntilServed: number;
  /** Maximum number of duplicate writes in one run; 0 by default. */
  maxDoubled?: number | undefined;
  /** Takes minutes: run only when its group or its id is asked for. */
  long?: boolean | undefined;
  /** The only PostgreSQL that it runs on. */
  only?: DatabaseKind | undefined;
  /** Needs the folder of an earlier version. */
  needsEarlier?: boolean | undefined;
  /** Starts its environment and causes the fault. Rejects when the drill itself fails. */
  run(database: DatabaseKind, earlier?: string): Promise<DrillResult>;
  /**
   * Called once after the last run, for a drill whose runs share their servers. Returns violations, one sentence each.
   */
  finish?(): Promise<readonly string[]>;
}

export interface DrillResult {
  /** Server processes that ended without being asked to. */
  serversEnded: number;
  /** Acknowledged writes that are missing afterwards. */
  lost: number;
  /** Duplicate writes. */
  doubled: number;
  /** From the fault until every request succeeds again; Infinity when that was not observed. */
  secondsUntilServed: number;
  /** Longest time in which a person who repeats a failed request got no answer; absent where no request was made. */
  interruptedSeconds?: number;
  /** Other violations, one sentence each. */
  violations: readonly string[];
}
