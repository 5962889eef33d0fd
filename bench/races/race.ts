import type { BenchServer } from "../bench-server.ts";

/** How many requests meet. */
export const atOnce = 50;

/** A race is run many times; each run says what went wrong, if anything. */
export interface Race {
  row: string;
  name: string;
  run(benchServer: BenchServer): Promise<string | undefined>;
}
