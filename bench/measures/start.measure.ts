import { rmSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../bench-server.ts";
import { atMost, type Measured } from "../finding.ts";
import { startServer } from "../server-process.ts";
import { median } from "../statistics.rule.ts";

const rounds = 3;

/** From the command to ready, with the sample book: on an empty folder, and again on the same folder. */
export async function measureStart(): Promise<Measured> {
  const fresh: number[] = [];
  const second: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const folder = temporaryFolder();
    for (const list of [fresh, second]) {
      const server = await startServer({ dataDir: join(folder, "data"), logFile: join(folder, "log") });
      list.push(server.readyMillis / 1000);
      await server.stop();
    }
    rmSync(folder, { recursive: true, force: true });
  }
  const again = median(second);
  return {
    title: `Start, median of ${rounds}`,
    findings: [
      { what: "fresh data to ready", value: median(fresh), unit: "s" },
      { what: "second start to ready", value: again, unit: "s", target: atMost(2, again) },
    ],
  };
}
