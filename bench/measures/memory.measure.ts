import type { BenchServer } from "../bench-server.ts";
import { atMost, type Finding, type Measured } from "../finding.ts";
import { inParallel, times } from "../in-parallel.ts";
import { visit } from "../visits.ts";

const atOnce = 8;
/** Accounts that the visits use in turn. */
const holders = 1000;

/** Memory of the servers during a number of visits as on a real day, after all measures before. */
export async function measureMemory(benchServer: BenchServer, { journeys }: { journeys: number }): Promise<Measured> {
  let holder = 0;
  const cycling = { ...benchServer, nextHolder: () => holder++ % holders };
  const marks = [0.1, 0.5, 1].map((share) => Math.round(journeys * share));
  const seen = benchServer.servers.map(() => [] as number[]);
  let serial = 0;
  let failed = 0;
  for (const mark of marks) {
    await inParallel(times(mark - serial), { atOnce }, () =>
      visit(cycling, serial++).catch(() => {
        failed += 1;
      }),
    );
    for (const [index, server] of benchServer.servers.entries()) seen[index]?.push(server.memory().nowMegabytes);
  }
  const findings = seen.flatMap((megabytes, index): Finding[] => {
    const [, half = Number.NaN, last = Number.NaN] = megabytes;
    const most = benchServer.servers[index]?.memory().mostMegabytes ?? Number.NaN;
    return [
      ...megabytes.map((value, nth) => ({
        what: `server ${index + 1} after ${marks[nth]} journeys`,
        value,
        unit: "MB",
        ...(nth === marks.length - 1 && { target: atMost(250, value) }),
      })),
      { what: `server ${index + 1}, end beside half`, value: last / half, unit: "×", target: atMost(1.1, last / half) },
      { what: `server ${index + 1} at the most`, value: most, unit: "MB" },
    ];
  });
  return {
    title: `Memory of each server over ${journeys} journeys, after the load`,
    findings: [...findings, { what: "errors", value: failed, unit: "", target: atMost(0, failed) }],
  };
}
