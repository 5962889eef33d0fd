import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { repeatFor, repeatUntilStopped } from "../generator.ts";
import { call } from "../http.ts";
import { signIn } from "../person.ts";
import type { Portal } from "../portal.ts";
import type { FloodResponse } from "./flood.process.ts";
import { atMost, exactly, type MeasureResult, type Metric, metric } from "./metric.ts";
import { percentile } from "./statistics.rule.ts";

const atOnce = 500;
const waves = 6;
const pauseMillis = 20;
const warmUp = { millis: 5000, atOnce: 16 };

/** floods one server with waves of 500 concurrent sign-ins and sends other requests to it at the same time. */
export async function measureFlood({ servers: [{ port }] }: Portal): Promise<MeasureResult> {
  const backgroundPaths = {
    "/health/live": "/health/live",
    "login page": "/",
    "script of the login page": await scriptOf(port),
  };
  // A server that has just started would compile what a sign-in runs during the flood.
  await repeatFor(warmUp, () => signIn(port, "unknown@courrier.example"));
  const background = Object.entries(backgroundPaths).map(([name, path]) => ({
    name: `${name} during the flood`,
    repeating: repeatUntilStopped(pauseMillis, () => load(port, path)),
  }));
  const child = fork(join(import.meta.dirname, "flood.process.ts"), [port, waves, atOnce].map(String));
  const [responses] = (await once(child, "message")) as [FloodResponse[]];
  const backgroundMetrics: Metric[] = [];
  for (const { name, repeating } of background)
    backgroundMetrics.push(...floodMetrics(name, await repeating.stop(), { target: atMost(100) }));

  const rejected = responses.filter(({ status }) => status === 503);
  const withoutRetryAfter = rejected.filter(({ retryAfter }) => !(retryAfter > 0)).length;
  const other = responses.filter(({ status }) => status !== 503 && status !== 302).length;
  return {
    title: `A-104 Flood of ${atOnce} concurrent sign-ins, ${waves} waves, one server`,
    metrics: [
      ...floodMetrics(
        "rejected sign-in",
        rejected.map(({ millis }) => millis),
      ),
      ...backgroundMetrics,
      metric("sign-ins processed", responses.length - rejected.length, ""),
      metric("sign-ins rejected (503)", rejected.length, ""),
      metric("rejected without Retry-After", withoutRetryAfter, "", { target: exactly(0) }),
      metric("other responses", other, "", { target: exactly(0) }),
    ],
  };
}

async function load(port: number, path: string): Promise<number> {
  const { status, millis } = await call({ port, path, headers: { "accept-encoding": "gzip" } });
  if (status !== 200) throw new Error(`${path} answered ${status} in a flood`);
  return millis;
}

/** URL of the first script of the login page. */
async function scriptOf(port: number): Promise<string> {
  const page = (await call({ port, path: "/" })).text();
  const path = /"(\/assets\/[^"]+\.js)"/.exec(page)?.[1];
  if (path === undefined) throw new Error("the login page names no script");
  return path;
}

function floodMetrics(
  name: string,
  millis: readonly number[],
  p95: { target?: ReturnType<typeof atMost> } = {},
): Metric[] {
  return [
    metric(`${name}, latency p50`, percentile(millis, 0.5), "ms", { note: `${millis.length} samples` }),
    metric(`${name}, latency p95`, percentile(millis, 0.95), "ms", p95),
    metric(`${name}, latency maximum`, percentile(millis, 1), "ms"),
  ];
}
