import { inParallel, times } from "../generator.ts";
import { Registrant } from "../person.ts";
import type { Portal } from "../portal.ts";
import { atLeast, latencyMetrics, type MeasureResult, metric } from "./metric.ts";

const atOnce = 6;
/** JIT compilation is complete only after some hundreds of calls. */
const warmUps = 150;
const registrations = 150;
const measuredCalls = ["start", "identify", "send", "verify", "create"] as const;

/** Measures whole registrations over API v2. */
export async function measureRegistration(portal: Portal): Promise<MeasureResult> {
  const register = (count: number) => inParallel(times(count), { atOnce }, () => registerOne(portal));
  await register(warmUps);
  const startedAt = performance.now();
  const cpuBefore = portal.cpuMillis();
  const timings = await register(registrations);
  const seconds = (performance.now() - startedAt) / 1000;
  const cpuMillis = (portal.cpuMillis() - cpuBefore) / registrations;
  const millisOf = (name: (typeof measuredCalls)[number]) => timings.map((calls) => calls[name].millis);
  return {
    title: `Registration over API v2, ${atOnce} concurrent people, two servers`,
    metrics: [
      metric("throughput", registrations / seconds, "1/s", {
        target: atLeast(30),
        note: `${registrations} registrations`,
      }),
      metric("CPU time per registration", cpuMillis, "ms", { note: "both servers, all threads" }),
      ...measuredCalls.flatMap((name) => latencyMetrics(name, millisOf(name))),
    ],
  };
}

async function registerOne(portal: Portal) {
  const registrant = new Registrant(portal);
  const calls = await registrant.toCode();
  const verify = await registrant.toCreate();
  return { ...calls, verify, create: await registrant.create() };
}
