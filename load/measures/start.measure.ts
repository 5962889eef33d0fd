import { join } from "node:path";
import { startServer } from "../../test/server-process.ts";
import { temporaryFolder } from "../portal.ts";
import { atMost, type MeasureResult, metric } from "./metric.ts";
import { median } from "./statistics.rule.ts";

const rounds = 3;

/** Measures the time from the command to ready with the sample book, on an empty folder and then on the same folder. */
export async function measureStart(): Promise<MeasureResult> {
  const first: number[] = [];
  const second: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const folder = temporaryFolder();
    for (const list of [first, second]) {
      const server = await startServer({ dataDir: join(folder, "data"), logFile: join(folder, "log") });
      list.push(server.readyMillis / 1000);
      await server.end();
    }
  }
  return {
    title: `Time from start to ready, median of ${rounds}`,
    metrics: [
      metric("start on an empty data folder", median(first), "s"),
      metric("start on an existing data folder", median(second), "s", { target: atMost(2) }),
    ],
  };
}
