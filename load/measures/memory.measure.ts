import { inParallel, times } from "../generator.ts";
import type { Portal } from "../portal.ts";
import { journeysOf } from "./day.measure.ts";
import { atMost, type MeasureResult, metric } from "./metric.ts";

const atOnce = 8;
/** Accounts that the journeys use in turn. */
const holders = 1000;

/** Measures the memory of the servers during journeys in the proportions of a day. */
export async function measureMemory(portal: Portal, journeys: number): Promise<MeasureResult> {
  let holder = 0;
  const runJourney = journeysOf({ ...portal, nextHolder: () => holder++ % holders });
  const checkpoints = [0.1, 0.5, 1].map((share) => Math.round(journeys * share));
  const samples = portal.servers.map(() => [] as number[]);
  let finished = 0;
  let failed = 0;
  for (const checkpoint of checkpoints) {
    await inParallel(times(checkpoint - finished), { atOnce }, () =>
      runJourney().catch(() => {
        failed += 1;
      }),
    );
    finished = checkpoint;
    for (const [nth, server] of portal.servers.entries()) samples[nth]?.push(server.memory().currentMegabytes);
  }
  const metrics = portal.servers.flatMap((server, nth) => {
    const [early = 0, half = 0, last = 0] = samples[nth] ?? [];
    const name = `server ${nth + 1}`;
    return [
      metric(`${name}, memory after ${checkpoints[0]} journeys`, early, "MB"),
      metric(`${name}, memory after ${checkpoints[1]} journeys`, half, "MB"),
      metric(`${name}, memory after ${checkpoints[2]} journeys`, last, "MB", { target: atMost(250) }),
      metric(`${name}, memory at the end relative to halfway`, last / half, "×", { target: atMost(1.1) }),
      metric(`${name}, peak memory`, server.memory().peakMegabytes, "MB"),
    ];
  });
  return {
    title: `Memory of each server over ${journeys} journeys, after the other measures`,
    metrics: [...metrics, metric("errors", failed, "", { target: atMost(0) })],
  };
}
