import type { BenchServer } from "../bench-server.ts";
import { exactly, type MeasureResult, type Metric, metric } from "./metric.ts";
import { correctCodeRace } from "./races/correct-code.race.ts";
import { createRace } from "./races/create.race.ts";
import { limitRace } from "./races/limit.race.ts";
import { atOnce } from "./races/race.ts";
import { tokenRace } from "./races/token.race.ts";
import { wrongCodeRace } from "./races/wrong-code.race.ts";

const races = [wrongCodeRace, correctCodeRace, tokenRace, createRace, limitRace];

/** Number of people in the book that so many runs use. */
export const visitorsOfRaces = (runs: number) => races.length * runs;

/** Runs each race repeatedly over both servers. No run may fail. */
export async function measureRaces(benchServer: BenchServer, { runs }: { runs: number }): Promise<MeasureResult> {
  const metrics: Metric[] = [];
  for (const { attack, name, run } of races) {
    const failures: string[] = [];
    const startedAt = performance.now();
    for (let index = 0; index < runs; index += 1) {
      const failure = await run(benchServer);
      if (failure !== undefined) failures.push(failure);
    }
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    const note = [`${seconds} s`, ...new Set(failures)].slice(0, 4).join("; ");
    metrics.push(metric(`${attack} ${name}`, failures.length, "failed runs", { target: exactly(0), note }));
  }
  return { title: `Races, ${runs} runs of ${atOnce} concurrent requests, two servers`, metrics };
}
