import type { BenchServer } from "../bench-server.ts";

/** Number of concurrent requests. */
export const atOnce = 50;

/** A race runs many times; each run returns a description of its failure, if any. */
export interface Race {
  row: string;
  name: string;
  run(benchServer: BenchServer): Promise<string | undefined>;
}
