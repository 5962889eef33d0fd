import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { directoryPersonOf, directoryServer } from "../../test/directory-server.ts";
import type { ServerFailure } from "../../test/loopback-server.ts";
import { sampleBrandId } from "../../test/sample-brand.ts";
import { scimServer } from "../../test/scim-server.ts";
import { times } from "../generator.ts";
import { personOf } from "../people.ts";
import { countRegistered, createBody, nextHolderOf, Registrant, type RegistrantCall, signsIn } from "../person.ts";
import { type Portal, startPortal } from "../portal.ts";
import { type DatabaseKind, startPostgres } from "../postgres.ts";
import { registrySettings } from "./brand-settings.ts";
import type { Drill, DrillResult } from "./drill.ts";
import { findContradictions, findInLog } from "./invariants.ts";
import { violationsOf } from "./kill-point.ts";
import { silentApplication } from "./silent-application.ts";

/** A system of the insurer, with the call of a registration that needs it. */
interface OutsideSystem {
  server: { open(): Promise<void>; close(): Promise<void>; failWith(failure?: ServerFailure): void };
  settings: Record<string, string>;
  callOf(registrant: Registrant): RegistrantCall;
  /** Does the steps of a registration before the call. */
  walkToCall(registrant: Registrant): Promise<unknown>;
  /** Does the steps from the call to the account. */
  walkToAccount(registrant: Registrant): Promise<unknown>;
  /** Whether people can sign in during the outage; not checked by default. */
  signsInDuringOutage?(portal: Portal): Promise<boolean>;
  /** Whether the system has one correct record of a person afterwards. */
  hasRecordOf?(email: string): boolean;
}

const people = 4;
/** More than any limit on the attempts of a person. */
const repeats = 12;
const longestOutageMillis = 60_000;

const failures = {
  unreachable: { behaviour: "refuses connections", failure: "closed" },
  slow: { behaviour: "answers after 10 seconds", failure: { kind: "slow", milliseconds: 10_000 } },
  invalid: { behaviour: "responds with a body that breaks the schema", failure: { kind: "text", text: "{}" } },
  lost: { behaviour: "does its work but its response is lost", failure: { kind: "lost" } },
} as const satisfies Record<string, { behaviour: string; failure: "closed" | ServerFailure }>;
type FailureId = keyof typeof failures;

const faults = [
  { row: "F-17", system: "directory", open: openDirectory, ids: ["slow", "unreachable"] },
  { row: "F-18", system: "directory", open: openDirectory, ids: ["invalid"] },
  { row: "F-19", system: "registry", open: openRegistry, ids: ["slow", "unreachable", "invalid", "lost"] },
] as const;

const outages: readonly Drill[] = faults.flatMap(({ row, system, open, ids }) =>
  ids.map((id) => ({
    id: `${system}-${id}`,
    name: `${row} the ${system} ${failures[id].behaviour} while people register, and works again`,
    // The circuit breaker stays open for ten seconds.
    maxRecoverySeconds: 15,
    run: (database: DatabaseKind) => runOutage(database, open, id),
  })),
);

export const drills: readonly Drill[] = [...outages, silentApplication];

async function runOutage(
  kind: DatabaseKind,
  open: () => Promise<OutsideSystem>,
  failureId: FailureId,
): Promise<DrillResult> {
  await using opened = new AsyncDisposableStack();
  const postgres = opened.use(await startPostgres({ kind }));
  const system = opened.adopt(await open(), ({ server }) => server.close());
  const { server, settings } = system;
  const portal = opened.use(
    await startPortal({
      postgresUrl: postgres.url(),
      people: { visitor: people, holder: 1 },
      settings: () => settings,
    }),
  );
  // Each stays at one server, because each server has its own circuit breaker.
  const registrants = times(people).map(
    (nth) => new Registrant({ ...portal, nextPort: () => portal.servers[nth % 2 === 0 ? 0 : 1].port }),
  );
  for (const registrant of registrants) await system.walkToCall(registrant);
  const countersBefore = await readLimitCounters(portal);
  const { failure } = failures[failureId];
  if (failure === "closed") await server.close();
  else server.failWith(failure);
  const allowed = failureId === "invalid" ? [500, 503] : [503];
  const statuses = await Promise.all(registrants.map((registrant) => repeatCall(system, registrant)));
  const unexpected = new Set(statuses.flat().filter((status) => !allowed.includes(status)));
  const violations = [
    ...[...unexpected].map((status) => `the call was answered ${status} in the outage`),
    ...violationsOf({
      "no limit counted in the outage": (await readLimitCounters(portal)) === countersBefore,
      "a person could sign in during the outage": (await system.signsInDuringOutage?.(portal)) ?? true,
    }),
  ];
  if (failure === "closed") await server.open();
  else server.failWith();
  const recoverySeconds = await measureRecovery(system, registrants);
  for (const registrant of registrants) await system.walkToAccount(registrant);
  for (const registrant of registrants) {
    violations.push(...violationsOf(await countRegistered(portal, [registrant])));
    const hasRecord = system.hasRecordOf?.(registrant.person.email) ?? true;
    violations.push(...violationsOf({ "a person has one user, which is enabled": hasRecord }));
  }
  const accepted = registrants.map(({ person }) => ({ kind: "registration" as const, email: person.email }));
  violations.push(...(await findContradictions(portal.database)), ...findInLog(portal.readLog(), accepted));
  return { serversEnded: portal.countEnded(), lost: 0, duplicated: 0, recoverySeconds, violations };
}

async function send({ callOf }: OutsideSystem, registrant: Registrant): Promise<number> {
  const { name, ...call } = callOf(registrant);
  return (await registrant.call(name, call)).status;
}

/** Repeats the call of a person in the outage. Returns the statuses. */
async function repeatCall(system: OutsideSystem, registrant: Registrant): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < repeats) statuses.push(await send(system, registrant));
  return statuses;
}

/** Reads the counters of all limits, as text. */
async function readLimitCounters({ database }: Portal): Promise<string> {
  const { rows } = await sql`select key, hits from limit_window where hits <> '{}' order by key`.execute(database);
  return JSON.stringify(rows);
}

/** Seconds until the call of every person succeeds. */
async function measureRecovery(system: OutsideSystem, registrants: readonly Registrant[]): Promise<number> {
  const since = performance.now();
  for (const registrant of registrants)
    while ((await send(system, registrant)) >= 400) {
      if (performance.now() - since > longestOutageMillis) return Number.POSITIVE_INFINITY;
      await pause(250);
    }
  return (performance.now() - since) / 1000;
}

/** Opens a policy directory of the default brand, which the first step of a registration reads. */
async function openDirectory(): Promise<OutsideSystem> {
  const visitors = times(people).map((serial) =>
    directoryPersonOf({ ...personOf("visitor", serial), licenceProvince: null, licenceNumber: null, language: "fr" }),
  );
  const server = await directoryServer({ people: visitors });
  return {
    server,
    settings: { POLICY_DIRECTORY_URLS: `${sampleBrandId}=${server.url}` },
    callOf: ({ person: { email } }) => ({ name: "identify", body: { email } }),
    walkToCall: (registrant) => registrant.toIdentification(),
    walkToAccount: async (registrant) => {
      await registrant.sendCode();
      await registrant.toCreate();
      await registrant.create();
    },
    signsInDuringOutage: (portal) => signsIn(portal.nextPort(), nextHolderOf(portal)),
  };
}

/** Opens a user registry of the default brand, to which the last step of a registration writes. */
async function openRegistry(): Promise<OutsideSystem> {
  const server = await scimServer();
  return {
    server,
    settings: registrySettings(server.url),
    callOf: () => ({ name: "create", body: createBody }),
    walkToCall: async (registrant) => {
      await registrant.toCode();
      await registrant.toCreate();
    },
    walkToAccount: async () => {},
    hasRecordOf: (email) => {
      const usersOfPerson = [...server.users.values()].filter(({ userName }) => userName === email);
      return usersOfPerson.length === 1 && usersOfPerson[0]?.active === true;
    },
  };
}
