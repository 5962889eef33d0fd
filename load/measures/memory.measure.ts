import type { BenchServer } from "../bench-server.ts";
import { inParallel, times } from "../in-parallel.ts";
import { runJourney } from "../journeys.ts";
import { atMost, type MeasureResult, metric } from "./metric.ts";

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
  const metrics = samples.flatMap((megabytes, index) => {
    const [, half = Number.NaN, last = Number.NaN] = megabytes;
    const peak = benchServer.servers[index]?.memory().peakMegabytes ?? Number.NaN;
    const name = `server ${index + 1}`;
    return [
      ...megabytes.map((value, nth) =>
        metric(`${name}, memory after ${checkpoints[nth]} journeys`, value, "MB", {
          target: nth === checkpoints.length - 1 ? atMost(250) : undefined,
        }),
      ),
      metric(`${name}, memory at the end relative to halfway`, last / half, "×", { target: atMost(1.1) }),
      metric(`${name}, peak memory`, peak, "MB"),
    ];
  });
  return {
    title: `Memory of each server over ${journeys} journeys, after the other measures`,
    metrics: [...metrics, metric("errors", failed, "", { target: atMost(0) })],
  };
}
