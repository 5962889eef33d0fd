import { setTimeout as pause } from "node:timers/promises";
import type { BenchServer } from "../bench-server.ts";
import { atMost, type Finding, type Measured } from "../finding.ts";
import { call } from "../http-call.ts";
import { percentile } from "../statistics.rule.ts";
import { visit } from "../visits.ts";

/** Arrivals a second. They do not wait for each other, so that a slow server has more of them at once. */
const phases = [
  { name: "ramp", seconds: 15, from: 2, to: 20 },
  { name: "hold", seconds: 30, from: 20, to: 20 },
  { name: "spike", seconds: 8, from: 60, to: 60 },
] as const;
const probeMillis = 50;
const shares = [0.5, 0.95, 0.99, 0.999];

/** The load of a real day: ramp, hold, spike. */
export async function measureDay(benchServer: BenchServer): Promise<Measured> {
  const findings: Finding[] = [];
  let serial = 0;
  for (const { name, seconds, from, to } of phases) {
    const millis: number[] = [];
    const failures: number[] = [];
    const refused: number[] = [];
    const running: Promise<void>[] = [];
    const began = performance.now();
    let isOver = false;
    const probes = ["/health/live", "/health/ready"].map((path) => probe(benchServer, path, () => isOver));
    for (let due = 0; due < seconds; due += 1 / (from + ((to - from) * due) / seconds)) {
      const wait = due * 1000 - (performance.now() - began);
      if (wait > 0) await pause(wait);
      const own = serial++;
      running.push(
        visit(benchServer, own).then(
          ({ status, took }) => void (status === 503 || status === 429 ? refused : millis).push(took),
          () => void failures.push(own),
        ),
      );
    }
    await Promise.all(running);
    isOver = true;
    const [live, ready] = await Promise.all(probes);
    findings.push(
      { what: `${name}: visits`, value: running.length / ((performance.now() - began) / 1000), unit: "1/s" },
      ...shares.map((share) => ({
        what: `${name}: one visit, p${share * 100}`,
        value: percentile(millis, share),
        unit: "ms",
      })),
      { what: `${name}: turned away as too many`, value: refused.length, unit: "" },
      { what: `${name}: errors`, value: failures.length, unit: "", target: atMost(0, failures.length) },
      { what: `${name}: event loop, by /health/live, p99`, value: percentile(live ?? [], 0.99), unit: "ms" },
      { what: `${name}: wait for the pool, by /health/ready, p99`, value: percentile(ready ?? [], 0.99), unit: "ms" },
    );
  }
  return { title: "The load of a real day over two servers", findings };
}

async function probe({ servers }: BenchServer, path: string, isOver: () => boolean): Promise<number[]> {
  const millis: number[] = [];
  for (; !isOver(); await pause(probeMillis)) millis.push((await call({ port: servers[0].port, path })).millis);
  return millis;
}
