import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { BenchServer } from "../bench-server.ts";
import { call, type HttpResponse } from "../http-call.ts";
import { repeatFor } from "../in-parallel.ts";
import { signIn } from "../sign-in.ts";
import { startComparison } from "./comparison.ts";
import type { FloodResponse } from "./flood.process.ts";
import { atMost, exactly, type MeasureResult, type Metric, metric } from "./metric.ts";
import { percentile } from "./statistics.rule.ts";

const atOnce = 500;
const waves = 6;
const pauseMillis = 20;
const warmUp = { millis: 5000, atOnce: 16 };

/** A request that is repeated during the flood. */
interface BackgroundRequest {
  name: string;
  send(port: number): Promise<HttpResponse>;
}

const backgroundRequest = (name: string, path: string): BackgroundRequest => ({
  name,
  send: async (port) => {
    const response = await call({ port, path, headers: { "accept-encoding": "gzip" } });
    if (response.status !== 200) throw new Error(`${path} answered ${response.status} in a flood`);
    return response;
  },
});

/**
 * floods one server with waves of 500 concurrent sign-ins and sends other requests to it at the same
 * time. Before that, a bare server gets the same flood while the one server gets the same other requests.
 */
export async function measureFlood({ servers, postgresUrl }: BenchServer): Promise<MeasureResult> {
  const { port } = servers[0];
  const backgroundRequests = [
    backgroundRequest("/health/live during the flood", "/health/live"),
    backgroundRequest("login page during the flood", "/"),
    backgroundRequest("script of the login page during the flood", await scriptOf(port)),
  ];
  // A server that has just started would compile what a sign-in runs during the flood.
  await repeatFor(warmUp, () => signIn(port, { username: "unknown@courrier.example", password: "Not-The-One-1" }));
  const bare = await startComparison("bare503", postgresUrl);
  const { answers: bareResponses } = await flood(bare.port, { backgroundRequests, backgroundPort: port });
  bare.stop();
  const bareP95 = percentile(millisOf(bareResponses), 0.95);
  const { answers: responses, times } = await flood(port, { backgroundRequests, backgroundPort: port });

  const rejected = responses.filter(({ status }) => status === 503);
  // Answers are in the order of the waves; the first wave runs before JIT compilation.
  const [firstWave, laterWaves] = [responses.slice(0, atOnce), responses.slice(atOnce)].map((part) =>
    millisOf(part.filter(({ status }) => status === 503)),
  ) as [number[], number[]];
  const withoutRetryAfter = rejected.filter(({ retryAfter }) => !(retryAfter > 0)).length;
  const other = responses.filter(({ status }) => status !== 503 && status !== 302).length;
  return {
    title: `A-104 Flood of ${atOnce} concurrent sign-ins, ${waves} waves, one server`,
    metrics: [
      metric("503 of a bare server, latency p95", bareP95, "ms"),
      ...floodLatencyMetrics("rejected sign-in", { millis: millisOf(rejected) }),
      metric(
        "rejected sign-in, latency p95 relative to the bare server",
        percentile(millisOf(rejected), 0.95) / bareP95,
        "×",
      ),
      metric("rejected sign-in, first wave, latency p95", percentile(firstWave, 0.95), "ms"),
      metric("rejected sign-in, later waves, latency p95", percentile(laterWaves, 0.95), "ms"),
      ...backgroundRequests.flatMap(({ name }, index) =>
        floodLatencyMetrics(name, { targetMillis: 100, millis: times[index] ?? [] }),
      ),
      metric("sign-ins processed", responses.length - rejected.length, ""),
      metric("sign-ins rejected (503)", rejected.length, ""),
      metric("rejected without Retry-After", withoutRetryAfter, "", { target: exactly(0) }),
      metric("other responses", other, "", { target: exactly(0) }),
    ],
  };
}

/**
 * Floods the server at `port`. Returns its responses, and the latencies of the background requests at `backgroundPort`.
 */
async function flood(
  port: number,
  { backgroundRequests, backgroundPort }: { backgroundRequests: BackgroundRequest[]; backgroundPort: number },
) {
  const child = fork(join(import.meta.dirname, "flood.process.ts"), [port, waves, atOnce].map(String));
  let isOver = false;
  const asking = backgroundRequests.map(async ({ send }) => {
    const millis: number[] = [];
    for (; !isOver; await pause(pauseMillis)) millis.push((await send(backgroundPort)).millis);
    return millis;
  });
  const [responses] = (await once(child, "message")) as [FloodResponse[]];
  isOver = true;
  return { answers: responses, times: await Promise.all(asking) };
}

const millisOf = (responses: readonly FloodResponse[]) => responses.map(({ millis }) => millis);

/** URL of the first script of the login page. */
async function scriptOf(port: number): Promise<string> {
  const page = (await call({ port, path: "/" })).text();
  const path = /"(\/assets\/[^"]+\.js)"/.exec(page)?.[1];
  if (path === undefined) throw new Error("the login page names no script");
  return path;
}

function floodLatencyMetrics(
  name: string,
  { targetMillis, millis }: { targetMillis?: number; millis: readonly number[] },
): Metric[] {
  const target = targetMillis === undefined ? undefined : atMost(targetMillis);
  return [
    metric(`${name}, latency p50`, percentile(millis, 0.5), "ms", { note: `${millis.length} samples` }),
    metric(`${name}, latency p95`, percentile(millis, 0.95), "ms", { target }),
    metric(`${name}, latency maximum`, percentile(millis, 1), "ms"),
  ];
}
