import type { BenchServer } from "../../bench-server.ts";

/** Number of concurrent requests. */
export const atOnce = 50;

/** Concurrent requests of which a fixed number may succeed. */
export interface Race {
  /** Id in docs/security/attacks.md, such as A-002. */
  attack: string;
  /** What holds if no run fails. */
  name: string;
  /** Returns a description of the failure, or undefined without one. */
  run(benchServer: BenchServer): Promise<string | undefined>;
}
