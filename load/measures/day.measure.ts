import { repeatUntilStopped, startAtRate } from "../generator.ts";
import { call } from "../http.ts";
import type { Portal } from "../portal.ts";
import { type RequestCounts, sendersTo, spreadEvenly } from "../requests.ts";
import { atMost, type MeasureResult, type Metric, metric } from "./metric.ts";
import { percentile } from "./statistics.rule.ts";

/** `from` and `to` are arrivals per second. */
const phases = [
  { name: "ramp", seconds: 15, from: 2, to: 20 },
  { name: "hold", seconds: 30, from: 20, to: 20 },
  { name: "spike", seconds: 8, from: 60, to: 60 },
] as const;
const probeMillis = 50;
const shares = [0.5, 0.95, 0.99, 0.999];

/** Journeys of each hundred. */
const journeyCounts = {
  signIn: 55,
  wrongPassword: 15,
  unknownName: 10,
  forgot: 8,
  registration: 7,
  abandonedRegistration: 5,
} satisfies RequestCounts;

/** The maximum number of people without an account that the journeys need. */
export const newPeopleOf = (count: number) =>
  Math.ceil(count / 100) * (journeyCounts.registration + journeyCounts.abandonedRegistration);

/** The function loads the login page and runs the next journey. It throws on a server error other than 503. */
export function journeysOf(portal: Portal) {
  const kinds = spreadEvenly(journeyCounts);
  const send = sendersTo(portal);
  let next = 0;
  return async () => {
    const kind = kinds[next++ % kinds.length] ?? "signIn";
    const startedAt = performance.now();
    const page = await call({ port: portal.nextPort(), path: "/", headers: { "accept-encoding": "gzip" } });
    const result = page.status === 200 ? await send[kind]() : ({ kind: "failed", status: page.status } as const);
    const status = result.kind === "accepted" ? 200 : result.status;
    if (status >= 500 && status !== 503) throw new Error(`${kind} answered ${status}`);
    return { status, millis: performance.now() - startedAt };
  };
}

/** Measures journeys in the proportions of a day, in three phases: ramp, hold and spike. */
export async function measureDay(portal: Portal): Promise<MeasureResult> {
  const metrics: Metric[] = [];
  const runJourney = journeysOf(portal);
  for (const { name, seconds, from, to } of phases) {
    const latencies: number[] = [];
    let failures = 0;
    let rejected = 0;
    const startedAt = performance.now();
    const [live, ready] = ["/health/live", "/health/ready"].map((path) =>
      repeatUntilStopped(probeMillis, async () => (await call({ port: portal.servers[0].port, path })).millis),
    );
    let started = 0;
    const rateAt = (second: number) => (second < seconds ? from + ((to - from) * second) / seconds : 0);
    await startAtRate(rateAt, async () => {
      started += 1;
      try {
        const { status, millis } = await runJourney();
        if (status === 503 || status === 429) rejected += 1;
        else latencies.push(millis);
      } catch {
        failures += 1;
      }
    });
    const rate = started / ((performance.now() - startedAt) / 1000);
    metrics.push(
      metric(`${name}: throughput`, rate, "1/s"),
      ...shares.map((share) => metric(`${name}: journey, latency p${share * 100}`, percentile(latencies, share), "ms")),
      metric(`${name}: rejected (503 or 429)`, rejected, ""),
      metric(`${name}: errors`, failures, "", { target: atMost(0) }),
      metric(`${name}: /health/live (event loop), latency p99`, percentile((await live?.stop()) ?? [], 0.99), "ms"),
      metric(
        `${name}: /health/ready (connection pool), latency p99`,
        percentile((await ready?.stop()) ?? [], 0.99),
        "ms",
      ),
    );
  }
  return { title: "Load of a day, two servers", metrics };
}
