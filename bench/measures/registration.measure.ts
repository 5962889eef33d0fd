import type { RegistrationEndpoint } from "@vestibule/contract/v2/registration.endpoint.ts";
import type { BenchServer } from "../bench-server.ts";
import { atLeast, type Measured } from "../finding.ts";
import { inParallel, times } from "../in-parallel.ts";
import { createBody, Registrant } from "../registrant.ts";
import { percentiles } from "../statistics.rule.ts";

const atOnce = 6;
/** The servers compile most of what a registration runs only after some hundreds of its calls. */
const warmUps = 150;
const journeys = 150;
const shown = ["start", "identify", "send", "verify", "create"] as const satisfies RegistrationEndpoint[];

/** Whole registrations over API v2, each call on the other server. */
export async function measureRegistration(benchServer: BenchServer): Promise<Measured> {
  const register = (count: number) => inParallel(times(count), { atOnce }, () => registerOne(benchServer));
  await register(warmUps);
  const began = performance.now();
  const busyBefore = benchServer.processorMillis();
  const timings = await register(journeys);
  const seconds = (performance.now() - began) / 1000;
  const rate = journeys / seconds;
  const busy = (benchServer.processorMillis() - busyBefore) / journeys;
  return {
    title: `Registration over API v2, ${atOnce} people at once over two servers`,
    findings: [
      { what: "whole registrations", value: rate, unit: "1/s", target: atLeast(40, rate), note: `${journeys} people` },
      { what: "processor time of one registration", value: busy, unit: "ms", note: "the servers' own, all threads" },
      ...shown.flatMap((name) =>
        percentiles(
          name,
          timings.map((calls) => calls[name]?.millis ?? Number.NaN),
        ),
      ),
    ],
  };
}

async function registerOne(benchServer: BenchServer) {
  const registrant = new Registrant(benchServer);
  const calls = await registrant.toCode();
  const verify = await registrant.toCreate();
  const create = await registrant.call("create", { body: createBody });
  if (create.status !== 201) throw new Error(`no account was made: ${create.status} ${create.text()}`);
  return { ...calls, verify, create };
}
