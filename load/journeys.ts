import { recoveryEndpoints } from "@vestibule/contract/v1/recovery.endpoint.ts";
import type { BenchServer } from "./bench-server.ts";
import { call, type HttpResponse } from "./http-call.ts";
import { emailEndpoint } from "./measures/compare-unknown-users.ts";
import { password, personOf } from "./people.ts";
import { createBody, Registrant } from "./registrant.ts";
import { signIn, signInNextHolder } from "./sign-in.ts";

type Journey = (benchServer: BenchServer, serial: number) => Promise<HttpResponse>;
const forgot = emailEndpoint(recoveryEndpoints.reset);
const holder = ({ nextHolder }: BenchServer) => personOf("holder", nextHolder()).email;

/** Journeys of a day, by percentage. Each begins with the login page. */
const journeys: readonly [percent: number, journey: Journey][] = [
  [55, (benchServer) => signInNextHolder(benchServer)],
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
  [5, async (benchServer) => (await new Registrant(benchServer).toCode()).send],
];

/** The maximum number of people without an account that the journeys need: 12 of 100 begin a registration. */
export const newPeopleOf = (count: number) => Math.ceil(count / 100) * 12;

/** Runs one journey, chosen by its serial number. Throws on a server error other than 503. */
export async function runJourney(benchServer: BenchServer, serial: number) {
  const startedAt = performance.now();
  const page = await call({ port: benchServer.nextPort(), path: "/", headers: { "accept-encoding": "gzip" } });
  const { status } = page.status === 200 ? await journeyOf(serial)(benchServer, serial) : page;
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
