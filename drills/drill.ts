/** A fault that is caused on purpose, and what has to hold while it lasts and after it. */
export interface Drill {
  /** In lower case with dashes; `--only` takes it. */
  id: string;
  name: string;
  /** The most seconds until people are served again. */
  maxSecondsUntilServed: number;
  /** The most writes that one run may do twice; none unless given. */
  maxDoubled?: number;
  /** Starts what it needs and causes the fault. Rejects when the drill itself cannot be run. */
  run(): Promise<DrillResult>;
  /** Called once after the last run, for a drill whose runs share their servers. Returns what must not happen, one sentence each. */
  finish?(): Promise<readonly string[]>;
}

export interface DrillResult {
  /** Server processes that ended without being asked to. */
  serversEnded: number;
  /** Acknowledged writes that are missing afterwards. */
  lost: number;
  /** Writes that were done twice. */
  doubled: number;
  /** From the fault until every request is answered well again; Infinity when that was not seen. */
  secondsUntilServed: number;
  /** Anything else that must not happen, one sentence each. */
  violations: readonly string[];
}
