import type { RegistrationEndpoint } from "@vestibule/contract/v2/registration.endpoint.ts";
import type { BenchServer } from "../bench-server.ts";
import { inParallel, times } from "../in-parallel.ts";
import { createBody, Registrant } from "../registrant.ts";
import { atLeast, type MeasureResult, metric } from "./metric.ts";
import { latencyMetrics } from "./statistics.rule.ts";

const atOnce = 6;
/** JIT compilation is complete only after some hundreds of calls. */
const warmUps = 150;
const journeys = 150;
const measuredCalls = ["start", "identify", "send", "verify", "create"] as const satisfies RegistrationEndpoint[];

/** Measures whole registrations over API v2; the servers take the calls in turns. */
export async function measureRegistration(benchServer: BenchServer): Promise<MeasureResult> {
  const register = (count: number) => inParallel(times(count), { atOnce }, () => registerOne(benchServer));
  await register(warmUps);
  const startedAt = performance.now();
  const cpuBefore = benchServer.cpuMillis();
  const timings = await register(journeys);
  const seconds = (performance.now() - startedAt) / 1000;
  const cpuPerRegistration = (benchServer.cpuMillis() - cpuBefore) / journeys;
  return {
    title: `Registration over API v2, ${atOnce} concurrent people, two servers`,
    metrics: [
      metric("throughput", journeys / seconds, "1/s", { target: atLeast(30), note: `${journeys} registrations` }),
      metric("CPU time per registration", cpuPerRegistration, "ms", { note: "both servers, all threads" }),
      ...measuredCalls.flatMap((name) =>
        latencyMetrics(
          name,
          timings.map((calls) => calls[name].millis),
        ),
      ),
    ],
  };
}

async function registerOne(benchServer: BenchServer) {
  const registrant = new Registrant(benchServer);
  const calls = await registrant.toCode();
  const verify = await registrant.toCreate();
  return { ...calls, verify, create: await registrant.succeed("create", { body: createBody }) };
}
