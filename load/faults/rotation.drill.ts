import { randomInt } from "node:crypto";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openDatabase } from "@vestibule/api/platform/database.adapter.ts";
import { flow } from "@vestibule/catalogue/flow.table.ts";
import { gatewayResults } from "@vestibule/catalogue/gateway.table.ts";
import { generateSecret, secretNames } from "../../packages/vestibule/src/settings/persisted-secrets.adapter.ts";
import { type RunningServer, startServer } from "../../test/server-process.ts";
import { type BenchServer, counter, temporaryFolder } from "../bench-server.ts";
import { call, newClientIp } from "../http-call.ts";
import { writePeople } from "../people.ts";
import { createBody, Registrant } from "../registrant.ts";
import { signInNextHolder } from "../sign-in.ts";
import { openCodePage } from "../web-registrant.ts";
import type { Drill, DrillResult } from "./drill.ts";
import { type DatabaseKind, startDrillPostgres } from "./drill-postgres.ts";

const journeys = 100;
const people = 4000;
/** Time from the last request that a load balancer sends to a server until the server is stopped. */
const drainMillis = 2000;
const longestPauseMillis = 3000;

export const drills: readonly Drill[] = [
  {
    id: "two-steps",
    name: `A-202 F-29 all secrets are rotated on two servers, one after the other, during ${journeys} journeys`,
    maxRecoverySeconds: 0,
    run: (database) => runRotation(database, journeys),
  },
];

/** Settings before the rotation and after each of the two steps of `vestibule secrets rotate`. */
function rotationSteps(): Record<string, string>[] {
  const names = Object.values(secretNames);
  const pairs = names.map((name) => ({ name, present: generateSecret(), fresh: generateSecret() }));
  const settings = (secretsOf: (pair: (typeof pairs)[number]) => string) =>
    Object.fromEntries(pairs.map((pair) => [pair.name, secretsOf(pair)]));
  return [
    settings(({ present }) => present),
    settings(({ present, fresh }) => `${present},${fresh}`),
    settings(({ present, fresh }) => `${fresh},${present}`),
  ];
}

async function runRotation(kind: DatabaseKind, count: number): Promise<DrillResult> {
  const postgres = await startDrillPostgres({ kind });
  const folder = temporaryFolder();
  const files = await writePeople(folder, { visitors: people, holders: people });
  const commonSettings = { DEMO: "1", SECOND_FACTOR: "never", DATABASE_URL: postgres.url(), ...files };
  const start = (secrets: Record<string, string>) =>
    startServer({ dataDir: folder, settings: { ...commonSettings, ...secrets }, logFile: join(folder, "servers.log") });

  const [before = {}, ...steps] = rotationSteps();
  const servers: RunningServer[] = [await start(before), await start(before)];
  /** Servers that a load balancer sends requests to. */
  const balanced = new Set(servers);
  const { database } = openDatabase({ url: postgres.url(), poolSize: 4 });
  const portal = {
    database,
    nextPort: () => [...balanced][randomInt(balanced.size)]?.port ?? 0,
    nextVisitor: counter(people),
    nextHolder: counter(people),
  } as BenchServer;
  let isOver = false;
  const failures: string[] = [];
  let finished = 0;
  const repeat = async (journey: () => Promise<void>) => {
    while (!isOver) {
      try {
        await journey();
        finished += 1;
      } catch (fault) {
        failures.push(fault instanceof Error ? fault.message : String(fault));
      }
    }
  };
  try {
    const allJourneys = [register, registerOnPages, staySignedIn];
    const running = Array.from({ length: count }, (_, nth) =>
      repeat(() => (allJourneys[nth % allJourneys.length] ?? register)(portal, () => isOver)),
    );
    await pause(drainMillis);
    for (const secrets of steps)
      for (const at of servers.keys()) {
        const old = servers[at] as RunningServer;
        balanced.delete(old);
        await pause(drainMillis);
        await old.end();
        const fresh = await start(secrets);
        servers[at] = fresh;
        balanced.add(fresh);
      }
    isOver = true;
    await Promise.all(running);
    const violations = [...new Set(failures), ...(finished < count ? [`only ${finished} journeys were finished`] : [])];
    return { serversEnded: 0, lost: failures.length, duplicated: 0, recoverySeconds: 0, violations };
  } finally {
    isOver = true;
    await database.destroy();
    await Promise.all(servers.map((server) => server.end()));
    await postgres.remove();
  }
}

/** Waits as long as a person might. */
const think = () => pause(randomInt(longestPauseMillis));

/** Registers over API v2, from the start to the account. */
async function register(portal: BenchServer): Promise<void> {
  const registrant = new Registrant(portal);
  await registrant.toCode();
  await think();
  await registrant.toCreate();
  await think();
  await registrant.succeed("create", { body: createBody });
}

/** Registers on the pages, up to the choice of a password. */
async function registerOnPages(portal: BenchServer): Promise<void> {
  const { browser, person } = await openCodePage(portal, think);
  await think();
  await browser.submit(flow.VERIFY_CODE.path, { securityCode: await person.code() }, flow.CREATE.path);
}

/** Signs in and uses the session until the end of the drill. */
async function staySignedIn(portal: BenchServer, isOver: () => boolean): Promise<void> {
  const { status, headers } = await signInNextHolder(portal);
  const { location = "" } = headers;
  // A busy server rejects the sign-in; the journey is tried again later.
  if (status === 503 || location.includes(gatewayResults.unavailable.code)) return think();
  if (!location.includes(gatewayResults.success.code)) throw new Error(`a sign-in answered ${status} ${location}`);
  const cookie = (headers["set-cookie"] ?? []).map((line) => line.split(";")[0]).join("; ");
  const clientIp = newClientIp();
  do {
    await think();
    const home = await call({ port: portal.nextPort(), path: "/account", clientIp, headers: { cookie } });
    if (home.status !== 200) throw new Error(`a session was ended: /account answered ${home.status}`);
  } while (!isOver());
}
