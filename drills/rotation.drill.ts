import { randomInt } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openDatabase } from "@vestibule/api/platform/database.adapter.ts";
import { flow } from "@vestibule/catalogue/flow.table.ts";
import { gatewayOutcomes } from "@vestibule/catalogue/gateway.table.ts";
import { type BenchServer, counter, temporaryFolder } from "../bench/bench-server.ts";
import { call, newClientIp } from "../bench/http-call.ts";
import { writePeople } from "../bench/people.ts";
import { createBody, Registrant } from "../bench/registrant.ts";
import { type RunningServer, startServer } from "../bench/server-process.ts";
import { signInNextHolder } from "../bench/sign-in.ts";
import { openCodePage } from "../bench/web-registrant.ts";
import { generateSecret, secretNames } from "../packages/vestibule/src/settings/persisted-secrets.adapter.ts";
import type { Drill, DrillResult } from "./drill.ts";
import { type DatabaseKind, startDrillPostgres } from "./drill-postgres.ts";

const flows = 100;
const people = 4000;
/** A balancer sends a server no more requests this long before it is stopped. */
const drainMillis = 2000;
const longestPauseMillis = 3000;

export const drills: readonly Drill[] = [
  {
    id: "two-steps",
    name: `A-202 F-29 every secret is rotated on two servers, one after another, during ${flows} flows`,
    maxSecondsUntilServed: 0,
    run: (database) => runRotation(database, flows),
  },
];

/** The two settings of `vestibule secrets rotate`, after those of before. */
function rotationSteps(): Record<string, string>[] {
  const names = Object.values(secretNames);
  const pairs = names.map((name) => ({ name, present: generateSecret(), fresh: generateSecret() }));
  const settings = (value: (portal: (typeof pairs)[number]) => string) =>
    Object.fromEntries(pairs.map((portal) => [portal.name, value(portal)]));
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
  const order = { DEMO: "1", DATABASE_URL: postgres.url(), ...files };
  const start = (secrets: Record<string, string>) =>
    startServer({ dataDir: folder, settings: { ...order, ...secrets }, logFile: join(folder, "servers.log") });

  const [before = {}, ...steps] = rotationSteps();
  const servers: RunningServer[] = [await start(before), await start(before)];
  /** Servers that a balancer sends requests to. */
  const balanced = new Set(servers);
  const { database } = openDatabase({ url: postgres.url(), poolSize: 4 });
  const portal = {
    database,
    nextPort: () => [...balanced][randomInt(balanced.size)]?.port ?? 0,
    nextVisitor: counter(people),
    nextHolder: counter(people),
  } as BenchServer;
  let over = false;
  const failures: string[] = [];
  let finished = 0;
  const repeat = async (walk: () => Promise<void>) => {
    while (!over) {
      try {
        await walk();
        finished += 1;
      } catch (fault) {
        failures.push(fault instanceof Error ? fault.message : String(fault));
      }
    }
  };
  try {
    const walks = [register, registerOnPages, staySignedIn];
    const running = Array.from({ length: count }, (_, nth) =>
      repeat(() => (walks[nth % walks.length] ?? register)(portal, () => over)),
    );
    await pause(drainMillis);
    for (const secrets of steps)
      for (const at of servers.keys()) {
        const old = servers[at] as RunningServer;
        balanced.delete(old);
        await pause(drainMillis);
        await old.stop();
        const fresh = await start(secrets);
        servers[at] = fresh;
        balanced.add(fresh);
      }
    over = true;
    await Promise.all(running);
    const violations = [...new Set(failures), ...(finished < count ? [`only ${finished} flows were finished`] : [])];
    return { serversEnded: 0, lost: failures.length, doubled: 0, secondsUntilServed: 0, violations };
  } finally {
    over = true;
    await database.destroy();
    await Promise.all(servers.map((server) => server.stop()));
    await postgres.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

const think = () => pause(randomInt(longestPauseMillis));

/** A registration over API v2, from its start to the account. */
async function register(portal: BenchServer): Promise<void> {
  const registrant = new Registrant(portal);
  await registrant.toCode();
  await think();
  await registrant.toCreate();
  await think();
  const { status, text } = await registrant.call("create", { body: createBody });
  if (status !== 201) throw new Error(`no account was created: ${status} ${text()}`);
}

/** A registration on the pages, to the choice of a password. */
async function registerOnPages(portal: BenchServer): Promise<void> {
  const { browser, person } = await openCodePage(portal, think);
  await think();
  await browser.submit(flow.VERIFY_CODE.path, { securityCode: await person.code() }, flow.CREATE.path);
}

/** A session at the gateway, used until the end of the drill. */
async function staySignedIn(portal: BenchServer, isOver: () => boolean): Promise<void> {
  const { status, headers } = await signInNextHolder(portal);
  const { location = "" } = headers;
  // A busy server asks to come again.
  if (status === 503 || location.includes(gatewayOutcomes.unavailable.code)) return think();
  if (!location.includes(gatewayOutcomes.success.code)) throw new Error(`a sign-in answered ${status} ${location}`);
  const cookie = (headers["set-cookie"] ?? []).map((line) => line.split(";")[0]).join("; ");
  const clientIp = newClientIp();
  do {
    await think();
    const home = await call({ port: portal.nextPort(), path: "/account", clientIp, headers: { cookie } });
    if (home.status !== 200) throw new Error(`a session was ended: /account answered ${home.status}`);
  } while (!isOver());
}
