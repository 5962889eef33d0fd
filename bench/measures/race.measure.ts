import type { BenchServer } from "../bench-server.ts";
import { exactly, type Finding, type Measured } from "../finding.ts";
import { createRace } from "../races/create.race.ts";
import { limitRace } from "../races/limit.race.ts";
import { atOnce } from "../races/race.ts";
import { rightCodeRace } from "../races/right-code.race.ts";
import { tokenRace } from "../races/token.race.ts";
import { wrongCodeRace } from "../races/wrong-code.race.ts";

const races = [wrongCodeRace, rightCodeRace, tokenRace, createRace, limitRace];

/** Number of people in the book that so many runs use. */
export const visitorsOfRaces = (runs: number) => races.length * runs;

/** Concurrent requests over both servers: no run may let one too many through. */
export async function measureRaces(benchServer: BenchServer, { runs }: { runs: number }): Promise<Measured> {
  const findings: Finding[] = [];
  for (const { row, name, run } of races) {
    const wrong: string[] = [];
    const began = performance.now();
    for (let index = 0; index < runs; index += 1)
      wrong.push(...[await run(benchServer)].filter((failure) => failure !== undefined));
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    findings.push({
      what: `${row} ${name}`,
      value: wrong.length,
      unit: "runs",
      target: exactly(0, wrong.length),
      note: [`${seconds} s`, ...new Set(wrong)].slice(0, 4).join("; "),
    });
  }
  return { title: `Races, ${runs} runs of ${atOnce} at once over two servers`, findings };
}
