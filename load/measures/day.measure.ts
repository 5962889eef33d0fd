import { repeatUntilStopped, startAtRate } from "../generator.ts";
import { call, type HttpResponse } from "../http.ts";
import { nextHolderOf, Registrant, requestReset, signIn, wrongPassword } from "../person.ts";
import type { Portal } from "../portal.ts";
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

type Journey = (portal: Portal, serial: number) => Promise<HttpResponse>;

/** Journeys of a day, by percentage. Each begins with the login page. */
const journeys: readonly [percent: number, journey: Journey][] = [
  [55, (portal) => signIn(portal.nextPort(), nextHolderOf(portal))],
  [15, (portal) => signIn(portal.nextPort(), nextHolderOf(portal), { typed: wrongPassword })],
  [10, (portal, serial) => signIn(portal.nextPort(), `day${serial}@courrier.example`)],
  [8, (portal) => requestReset(portal.nextPort(), nextHolderOf(portal))],
  [
    7,
    async (portal) => {
      const registrant = new Registrant(portal);
      await registrant.toCode();
      await registrant.toCreate();
      return registrant.create();
    },
  ],
  [5, async (portal) => (await new Registrant(portal).toCode()).send],
];

/** The maximum number of people without an account that the journeys need: 12 of 100 begin a registration. */
export const newPeopleOf = (count: number) => Math.ceil(count / 100) * 12;

/** Runs one journey, chosen by its serial number. Throws on a server error other than 503. */
export async function runJourney(portal: Portal, serial: number) {
  const startedAt = performance.now();
  const page = await call({ port: portal.nextPort(), path: "/", headers: { "accept-encoding": "gzip" } });
  const { status } = page.status === 200 ? await journeyOf(serial)(portal, serial) : page;
  if (status >= 500 && status !== 503) throw new Error(`answered ${status}`);
  return { status, millis: performance.now() - startedAt };
}

/** Mixes the journeys: since 37 and 100 have no common divisor, each percentage is exact in every hundred. */
function journeyOf(serial: number): Journey {
  let position = (serial * 37) % 100;
  for (const [percent, journey] of journeys) {
    if (position < percent) return journey;
    position -= percent;
  }
  throw new Error("the percentages of the journeys do not add up to 100");
}

/** Measures journeys in the proportions of a day, in three phases: ramp, hold and spike. */
export async function measureDay(portal: Portal): Promise<MeasureResult> {
  const metrics: Metric[] = [];
  let serial = 0;
  for (const { name, seconds, from, to } of phases) {
    const latencies: number[] = [];
    let failures = 0;
    let rejected = 0;
    const startedAt = performance.now();
    const [live, ready] = ["/health/live", "/health/ready"].map((path) =>
      repeatUntilStopped(probeMillis, async () => (await call({ port: portal.servers[0].port, path })).millis),
    );
    const firstSerial = serial;
    const rateAt = (second: number) => (second < seconds ? from + ((to - from) * second) / seconds : 0);
    await startAtRate(rateAt, async () => {
      try {
        const { status, millis } = await runJourney(portal, serial++);
        if (status === 503 || status === 429) rejected += 1;
        else latencies.push(millis);
      } catch {
        failures += 1;
      }
    });
    const rate = (serial - firstSerial) / ((performance.now() - startedAt) / 1000);
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
