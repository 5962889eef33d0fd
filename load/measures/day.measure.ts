import { setTimeout as pause } from "node:timers/promises";
import type { BenchServer } from "../bench-server.ts";
import { call } from "../http-call.ts";
import { runJourney } from "../journeys.ts";
import { atMost, type MeasureResult, type Metric, metric } from "./metric.ts";
import { percentile } from "./statistics.rule.ts";

/**
 * `from` and `to` are arrivals per second. Arrivals do not wait for responses: a slow server gets more of them at once.
 */
const phases = [
  { name: "ramp", seconds: 15, from: 2, to: 20 },
  { name: "hold", seconds: 30, from: 20, to: 20 },
  { name: "spike", seconds: 8, from: 60, to: 60 },
] as const;
const probeMillis = 50;
const shares = [0.5, 0.95, 0.99, 0.999];

/** Measures journeys in the proportions of a day, in three phases: ramp, hold and spike. */
export async function measureDay(benchServer: BenchServer): Promise<MeasureResult> {
  const metrics: Metric[] = [];
  let serial = 0;
  for (const { name, seconds, from, to } of phases) {
    const latencies: number[] = [];
    let failures = 0;
    let rejected = 0;
    const running: Promise<void>[] = [];
    const startedAt = performance.now();
    let isOver = false;
    const probes = ["/health/live", "/health/ready"].map((path) => probe(benchServer, path, () => isOver));
    for (let due = 0; due < seconds; due += 1 / (from + ((to - from) * due) / seconds)) {
      const wait = due * 1000 - (performance.now() - startedAt);
      if (wait > 0) await pause(wait);
      running.push(
        runJourney(benchServer, serial++).then(
          ({ status, millis }) => {
            if (status === 503 || status === 429) rejected += 1;
            else latencies.push(millis);
          },
          () => {
            failures += 1;
          },
        ),
      );
    }
    await Promise.all(running);
    isOver = true;
    const [live, ready] = await Promise.all(probes);
    metrics.push(
      metric(`${name}: throughput`, running.length / ((performance.now() - startedAt) / 1000), "1/s"),
      ...shares.map((share) => metric(`${name}: journey, latency p${share * 100}`, percentile(latencies, share), "ms")),
      metric(`${name}: rejected (503 or 429)`, rejected, ""),
      metric(`${name}: errors`, failures, "", { target: atMost(0) }),
      metric(`${name}: /health/live (event loop), latency p99`, percentile(live ?? [], 0.99), "ms"),
      metric(`${name}: /health/ready (connection pool), latency p99`, percentile(ready ?? [], 0.99), "ms"),
    );
  }
  return { title: "Load of a day, two servers", metrics };
}

async function probe({ servers }: BenchServer, path: string, isOver: () => boolean): Promise<number[]> {
  const millis: number[] = [];
  for (; !isOver(); await pause(probeMillis)) millis.push((await call({ port: servers[0].port, path })).millis);
  return millis;
}
