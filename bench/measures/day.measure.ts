import { setTimeout as pause } from "node:timers/promises";
import { recoveryEndpoints } from "@vestibule/contract/v1/recovery.endpoint.ts";
import type { BenchServer } from "../bench-server.ts";
import { atMost, type Finding, type Measured } from "../finding.ts";
import { type Answer, call } from "../http-call.ts";
import { emailEndpoint } from "../known-and-unknown.ts";
import { password, personOf } from "../people.ts";
import { createBody, Registrant } from "../registrant.ts";
import { rightSignIn, signIn } from "../sign-in.ts";
import { percentile } from "../statistics.rule.ts";

/** Arrivals a second. They do not wait for each other, so that a slow server has more of them at once. */
const phases = [
  { name: "ramp", seconds: 15, from: 2, to: 20 },
  { name: "hold", seconds: 30, from: 20, to: 20 },
  { name: "spike", seconds: 8, from: 60, to: 60 },
] as const;
const probeMillis = 50;
const shares = [0.5, 0.95, 0.99, 0.999];

type Visit = (benchServer: BenchServer, serial: number) => Promise<Answer>;
const forgot = emailEndpoint(recoveryEndpoints.reset);
const holder = ({ nextHolder }: BenchServer) => personOf("holder", nextHolder()).email;

/** What people do on a day, by percentage. Each visit begins with the login page. */
const visits: readonly [percent: number, visit: Visit][] = [
  [55, (benchServer) => rightSignIn(benchServer)],
  [15, (benchServer) => signIn(benchServer.nextPort(), { username: holder(benchServer), password: "Not-The-One-1" })],
  [
    10,
    (benchServer, serial) => signIn(benchServer.nextPort(), { username: `day${serial}@courrier.example`, password }),
  ],
  [8, (benchServer) => forgot.send(benchServer.nextPort(), holder(benchServer))],
  [
    7,
    async (benchServer) => {
      const registrant = new Registrant(benchServer);
      await registrant.toCode();
      await registrant.toCreate();
      return registrant.call("create", { body: createBody });
    },
  ],
  [5, async (benchServer) => (await new Registrant(benchServer).toCode()).send as Answer],
];

/** The load of a real day: ramp, hold, spike. */
export async function measureDay(benchServer: BenchServer): Promise<Measured> {
  const findings: Finding[] = [];
  let serial = 0;
  for (const { name, seconds, from, to } of phases) {
    const [millis, failures, refused]: [number[], number[], number[]] = [[], [], []];
    const running: Promise<void>[] = [];
    const began = performance.now();
    let isOver = false;
    const probes = ["/health/live", "/health/ready"].map((path) => probe(benchServer, path, () => isOver));
    for (let due = 0; due < seconds; due += 1 / (from + ((to - from) * due) / seconds)) {
      const wait = due * 1000 - (performance.now() - began);
      if (wait > 0) await pause(wait);
      const [visit, own] = [visitOf(serial), serial++];
      running.push(
        arrive(benchServer, visit, own).then(
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
        ...{ what: `${name}: one visit, p${share * 100}`, value: percentile(millis, share), unit: "ms" },
      })),
      { what: `${name}: turned away as too many`, value: refused.length, unit: "" },
      { what: `${name}: errors`, value: failures.length, unit: "", bar: atMost(0, failures.length) },
      { what: `${name}: event loop, by /health/live, p99`, value: percentile(live ?? [], 0.99), unit: "ms" },
      { what: `${name}: wait for the pool, by /health/ready, p99`, value: percentile(ready ?? [], 0.99), unit: "ms" },
    );
  }
  return { title: "The load of a real day over two servers", findings };
}

async function arrive(benchServer: BenchServer, visit: Visit, serial: number) {
  const began = performance.now();
  const page = await call({ port: benchServer.nextPort(), path: "/", headers: { "accept-encoding": "gzip" } });
  const { status } = page.status === 200 ? await visit(benchServer, serial) : page;
  if (status >= 500 && status !== 503) throw new Error(`answered ${status}`);
  return { status, took: performance.now() - began };
}

/** Spread evenly: 37 and 100 have no common divisor. */
function visitOf(serial: number): Visit {
  let position = (serial * 37) % 100;
  for (const [percent, visit] of visits) {
    if (position < percent) return visit;
    position -= percent;
  }
  throw new Error("the percentages do not make a hundred");
}

async function probe({ servers }: BenchServer, path: string, isOver: () => boolean): Promise<number[]> {
  const millis: number[] = [];
  for (; !isOver(); await pause(probeMillis)) millis.push((await call({ port: servers[0].port, path })).millis);
  return millis;
}
