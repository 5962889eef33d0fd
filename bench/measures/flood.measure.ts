import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { atMost, exactly, type Finding, type Measured } from "../finding.ts";
import type { House } from "../house.ts";
import { call } from "../http-call.ts";
import { percentile } from "../statistics.rule.ts";

const atOnce = 500;
const waves = 6;
const watched = ["/health/live", "/"];
const slowestMillis = 100;
const slowestRefusalMillis = 50;

interface FloodAnswer {
  status: number;
  retryAfter: string | undefined;
  millis: number;
}

/** 500 sign-ins at once at one server, wave after wave, while somebody watches its other pages. */
export async function measureFlood({ servers }: House): Promise<Measured> {
  const { port } = servers[0];
  const worker = new Worker(join(import.meta.dirname, "../flood.worker.ts"), { workerData: { port, waves, atOnce } });
  const seen = new Map(watched.map((path) => [path, [] as number[]]));
  let over = false;
  const watching = watched.map(async (path) => {
    while (!over) {
      const { millis, status } = await call({ port, path });
      if (status !== 200) throw new Error(`${path} answered ${status} in a flood`);
      seen.get(path)?.push(millis);
      await pause(20);
    }
  });
  const [answers] = (await once(worker, "message")) as [FloodAnswer[]];
  over = true;
  await Promise.all(watching);

  const busy = answers.filter(({ status }) => status === 503);
  const silent = busy.filter(({ retryAfter }) => !(Number(retryAfter) > 0)).length;
  const other = answers.filter(({ status }) => status !== 503 && status !== 302).length;
  const refusal = percentile(
    busy.map(({ millis }) => millis),
    0.95,
  );
  return {
    title: `A-104 a flood of ${atOnce} sign-ins at once, ${waves} waves at one server`,
    findings: [
      ...watched.flatMap((path) => watchedFindings(path, seen.get(path) ?? [])),
      { what: "sign-ins answered", value: answers.length - busy.length, unit: "" },
      { what: "sign-ins turned away (503)", value: busy.length, unit: "" },
      { what: "turned away without retry-after", value: silent, unit: "", bar: exactly(0, silent) },
      { what: "any other answer", value: other, unit: "", bar: exactly(0, other) },
      { what: "time to be turned away, p95", value: refusal, unit: "ms", bar: atMost(slowestRefusalMillis, refusal) },
    ],
  };
}

function watchedFindings(path: string, millis: readonly number[]): Finding[] {
  const [p95, most] = [percentile(millis, 0.95), percentile(millis, 1)];
  return [
    { what: `${path} meanwhile, p95`, value: p95, unit: "ms", bar: atMost(slowestMillis, p95) },
    { what: `${path} meanwhile, slowest`, value: most, unit: "ms", note: `${millis.length} samples` },
  ];
}
