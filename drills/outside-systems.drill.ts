import { setTimeout as pause } from "node:timers/promises";
import { defaultBrandId } from "@vestibule/vestibule/settings/settings.schema.ts";
import { sql } from "kysely";
import { personOf } from "../bench/people.ts";
import { countRows, createBody, Registrant, type RegistrationCall } from "../bench/registrant.ts";
import { signInNextHolder } from "../bench/sign-in.ts";
import { directoryPersonOf, directoryServer } from "../test/directory-server.ts";
import { type ScimFailure, scimServer } from "../test/scim-server.ts";
import type { Drill, DrillResult } from "./drill.ts";
import { type DrillPortal, startDrillPortal } from "./drill-portal.ts";
import { type DatabaseKind, startDrillPostgres } from "./drill-postgres.ts";
import { findContradictions, findInLog } from "./invariants.ts";
import { registryBrandSettings } from "./registry-brand.ts";

/** A system of the insurer, and the call of a registration that needs it. */
interface OutsideSystem {
  server: { open(): Promise<void>; close(): Promise<void>; failWith(failure?: ScimFailure): void };
  settings: Record<string, string>;
  callOf(registrant: Registrant): RegistrationCall;
  /** Leads a person to the call. */
  lead(registrant: Registrant): Promise<unknown>;
  /** Leads a person from the call to their account. */
  follow(registrant: Registrant): Promise<unknown>;
  /** What else must go on in the outage; returns violations, one sentence each. */
  findWrongInOutage?(portal: DrillPortal): Promise<string[]>;
  /** What is wrong about the system's own records afterwards, one sentence each. */
  findWrongRecords?(registrants: readonly Registrant[]): string[];
}

const people = 4;
/** More than any limit on what a person may try. */
const repeats = 12;
const longestOutageMillis = 60_000;

const failures = {
  away: { what: "refuses connections", failure: "closed" },
  slow: { what: "answers after 10 seconds", failure: { kind: "slow", milliseconds: 10_000 } },
  wrong: { what: "breaks the schema", failure: { kind: "text", text: "{}" } },
  lost: { what: "does its work, and its answer is lost", failure: { kind: "lost" } },
} as const satisfies Record<string, { what: string; failure: "closed" | ScimFailure }>;
type FailureId = keyof typeof failures;

const faults = [
  { row: "F-17", system: "directory", open: openDirectory, ids: ["slow", "away"] },
  { row: "F-18", system: "directory", open: openDirectory, ids: ["wrong"] },
  { row: "F-19", system: "registry", open: openRegistry, ids: ["slow", "away", "wrong", "lost"] },
] as const;

export const drills: readonly Drill[] = faults.flatMap(({ row, system, open, ids }) =>
  ids.map((id) => ({
    id: `${system}-${id}`,
    name: `${row} the ${system} ${failures[id].what} while people register, and works again`,
    // The circuit breaker stays open for ten seconds.
    maxSecondsUntilServed: 15,
    run: (database: DatabaseKind) => runOutage(database, open, id),
  })),
);

async function runOutage(
  kind: DatabaseKind,
  open: () => Promise<OutsideSystem>,
  failureId: FailureId,
): Promise<DrillResult> {
  const postgres = await startDrillPostgres({ kind });
  const system = await open();
  const { server, settings } = system;
  const portal = await startDrillPortal({
    databaseUrl: postgres.url(),
    ownerUrl: postgres.url(),
    mode: "demo",
    settings,
  });
  try {
    const registrants = Array.from({ length: people }, (_, index) => registrantAt(portal, index % 2 === 0 ? 0 : 1));
    for (const registrant of registrants) await system.lead(registrant);
    const before = await countedAttempts(portal);
    const { failure } = failures[failureId];
    if (failure === "closed") await server.close();
    else server.failWith(failure);
    const refused = await Promise.all(registrants.map((registrant) => repeatCall(system, registrant, failureId)));
    const violations = [
      ...new Set(refused.flat()),
      ...((await countedAttempts(portal)) === before ? [] : ["the outage was counted against the people"]),
      ...((await system.findWrongInOutage?.(portal)) ?? []),
    ];
    if (failure === "closed") await server.open();
    else server.failWith();
    const secondsUntilServed = await servedAgain(system, registrants);
    for (const registrant of registrants) await system.follow(registrant);
    for (const registrant of registrants) violations.push(...(await findWrongRows(portal, registrant)));
    violations.push(...(system.findWrongRecords?.(registrants) ?? []), ...(await findContradictions(portal.database)));
    const accepted = registrants.map(({ person }) => ({ kind: "registration" as const, email: person.email }));
    violations.push(...findInLog(portal.readLog(), accepted));
    return { serversEnded: portal.countEnded(), lost: 0, doubled: 0, secondsUntilServed, violations };
  } finally {
    await portal.close();
    await server.close();
    await postgres.remove();
  }
}

/** A person of one server, because each server has a circuit breaker of its own. */
function registrantAt(portal: DrillPortal, nth: 0 | 1): Registrant {
  return new Registrant(Object.assign(Object.create(portal), { nextPort: () => portal.servers[nth].port }));
}

const send = ({ callOf }: OutsideSystem, registrant: Registrant) => {
  const { name, ...call } = callOf(registrant);
  return registrant.call(name, call);
};

/** Repeats the call of a person in the outage. Returns the answers that it does not allow, one sentence each. */
async function repeatCall(system: OutsideSystem, registrant: Registrant, failureId: FailureId): Promise<string[]> {
  const allowed = failureId === "wrong" ? [500, 503] : [503];
  const wrong: string[] = [];
  for (let attempt = 0; attempt < repeats; attempt += 1) {
    const { status } = await send(system, registrant);
    if (!allowed.includes(status)) wrong.push(`the call was answered ${status} in the outage`);
  }
  return wrong;
}

/** What is counted towards any limit, as text. */
async function countedAttempts({ database }: DrillPortal): Promise<string> {
  const { rows } = await sql`select key, hits from limit_window where hits <> '{}' order by key`.execute(database);
  return JSON.stringify(rows);
}

/** Seconds until the call of every person succeeds. */
async function servedAgain(system: OutsideSystem, registrants: readonly Registrant[]): Promise<number> {
  const since = performance.now();
  for (const registrant of registrants)
    while ((await send(system, registrant)).status >= 400) {
      if (performance.now() - since > longestOutageMillis) return Number.POSITIVE_INFINITY;
      await pause(250);
    }
  return (performance.now() - since) / 1000;
}

async function findWrongRows(portal: DrillPortal, registrant: Registrant): Promise<string[]> {
  const counts = await countRows(portal, [registrant], ["account.created", "code.accepted"]);
  return Object.entries(counts).flatMap(([what, count]) => (count === 1 ? [] : [`${count} ${what}`]));
}

/** A directory of the default brand's people, which the first step of a registration asks. */
async function openDirectory(): Promise<OutsideSystem> {
  const visitors = Array.from({ length: people }, (_, serial) =>
    directoryPersonOf({ ...personOf("visitor", serial), licenceProvince: null, licenceNumber: null, language: "fr" }),
  );
  const server = await directoryServer({ people: visitors });
  return {
    server,
    settings: { POLICY_DIRECTORY_URLS: `${defaultBrandId}=${server.url}` },
    callOf: ({ person: { email } }) => ({ name: "identify", body: { email } }),
    lead: async (registrant) => {
      await registrant.call("start");
      await registrant.call("accountType", { body: { accountType: "policyHolder" } });
    },
    follow: async (registrant) => {
      await registrant.sendCode();
      await registrant.toCreate();
      await registrant.call("create", { body: createBody });
    },
    findWrongInOutage: async (portal) => {
      const { headers } = await signInNextHolder(portal);
      return headers.location?.includes("login_success") ? [] : ["a person could not sign in in the outage"];
    },
  };
}

/** A registry of the default brand, to which the last step of a registration writes. */
async function openRegistry(): Promise<OutsideSystem> {
  const server = await scimServer();
  return {
    server,
    settings: registryBrandSettings(server.url),
    callOf: () => ({ name: "create", body: createBody }),
    lead: async (registrant) => {
      await registrant.toCode();
      await registrant.toCreate();
    },
    follow: async () => {},
    findWrongRecords: (registrants) => {
      const users = [...server.users.values()];
      return registrants.flatMap(({ person: { email } }) => {
        const own = users.filter(({ userName }) => userName === email);
        return own.length === 1 && own[0]?.active ? [] : [`a person has ${own.length} users, or one who is locked`];
      });
    },
  };
}
