import { recoveryEndpoints } from "@vestibule/contract/v1/recovery.endpoint.ts";
import type { BenchServer } from "./bench-server.ts";
import { type Answer, call } from "./http-call.ts";
import { emailEndpoint } from "./known-and-unknown.ts";
import { password, personOf } from "./people.ts";
import { createBody, Registrant } from "./registrant.ts";
import { rightSignIn, signIn } from "./sign-in.ts";

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

/** The most people without an account that so many visits need: registrations and codes are 12 of 100. */
export const newPeopleOf = (visits: number) => Math.ceil(visits / 100) * 12;

/** One visit of a day. Throws on an answer that is an error. */
export async function visit(benchServer: BenchServer, serial: number) {
  const began = performance.now();
  const page = await call({ port: benchServer.nextPort(), path: "/", headers: { "accept-encoding": "gzip" } });
  const { status } = page.status === 200 ? await visitOf(serial)(benchServer, serial) : page;
  if (status >= 500 && status !== 503) throw new Error(`answered ${status}`);
  return { status, took: performance.now() - began };
}

/** Spread evenly: 37 and 100 have no common divisor. */
function visitOf(serial: number): Visit {
  let position = (serial * 37) % 100;
  for (const [percent, kind] of visits) {
    if (position < percent) return kind;
    position -= percent;
  }
  throw new Error("the percentages do not make a hundred");
}
