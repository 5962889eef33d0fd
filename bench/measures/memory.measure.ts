import type { BenchServer } from "../bench-server.ts";
import { inParallel, times } from "../in-parallel.ts";
import { runJourney } from "../journeys.ts";
import { atMost, type MeasureResult, type Metric } from "../metric.ts";

const atOnce = 8;
/** Accounts that the journeys use in turn. */
const holders = 1000;

/** Measures the memory of the servers during journeys in the proportions of a day. */
export async function measureMemory(
  benchServer: BenchServer,
  { journeys }: { journeys: number },
): Promise<MeasureResult> {
  let holder = 0;
  const reusingHolders = { ...benchServer, nextHolder: () => holder++ % holders };
  const checkpoints = [0.1, 0.5, 1].map((share) => Math.round(journeys * share));
  const samples = benchServer.servers.map(() => [] as number[]);
  let serial = 0;
  let failed = 0;
  for (const checkpoint of checkpoints) {
    await inParallel(times(checkpoint - serial), { atOnce }, () =>
      runJourney(reusingHolders, serial++).catch(() => {
        failed += 1;
      }),
    );
    for (const [index, server] of benchServer.servers.entries()) samples[index]?.push(server.memory().currentMegabytes);
  }
  const metrics = samples.flatMap((megabytes, index): Metric[] => {
    const [, half = Number.NaN, last = Number.NaN] = megabytes;
    const peak = benchServer.servers[index]?.memory().peakMegabytes ?? Number.NaN;
    return [
      ...megabytes.map((value, nth) => ({
        name: `server ${index + 1}, memory after ${checkpoints[nth]} journeys`,
        value,
        unit: "MB",
        ...(nth === checkpoints.length - 1 && { target: atMost(250, value) }),
      })),
      {
        name: `server ${index + 1}, memory at the end relative to halfway`,
        value: last / half,
        unit: "×",
        target: atMost(1.1, last / half),
      },
      { name: `server ${index + 1}, peak memory`, value: peak, unit: "MB" },
    ];
  });
  return {
    title: `Memory of each server over ${journeys} journeys, after the other measures`,
    metrics: [...metrics, { name: "errors", value: failed, unit: "", target: atMost(0, failed) }],
  };
}
