import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { flow } from "@vestibule/catalogue/flow.table.ts";
import { gatewayOutcomes } from "@vestibule/catalogue/gateway.table.ts";
import type { BenchServer } from "../bench/bench-server.ts";
import { call, newClientIp } from "../bench/http-call.ts";
import { createBody, Registrant } from "../bench/registrant.ts";
import { signInNextHolder } from "../bench/sign-in.ts";
import { openCodePage } from "../bench/web-registrant.ts";
import { generateSecret, secretNames } from "../packages/vestibule/src/settings/persisted-secrets.adapter.ts";
import type { Drill, DrillResult } from "./drill.ts";
import { startDrillPortal } from "./drill-portal.ts";
import { type DatabaseKind, startDrillPostgres } from "./drill-postgres.ts";

const journeys = 100;
const warmUpMillis = 2000;
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
  await using opened = new AsyncDisposableStack();
  const postgres = opened.adopt(await startDrillPostgres({ kind }), (own) => own.remove());
  const [before = {}, ...steps] = rotationSteps();
  let secrets = before;
  const portal = await startDrillPortal({
    databaseUrl: postgres.url(),
    ownerUrl: postgres.url(),
    mode: "demo",
    minutesOfLoad: 50,
    settings: () => secrets,
  });
  let isOver = false;
  opened.defer(async () => {
    isOver = true;
    await portal.close();
  });
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
  const allJourneys = [register, registerOnPages, staySignedIn];
  const running = Array.from({ length: count }, (_, nth) =>
    repeat(() => (allJourneys[nth % allJourneys.length] ?? register)(portal, () => isOver)),
  );
  await pause(warmUpMillis);
  for (const step of steps) {
    secrets = step;
    for (const nth of [0, 1]) {
      await portal.end(nth, "SIGTERM");
      await portal.restart(nth);
    }
  }
  isOver = true;
  await Promise.all(running);
  const violations = [...new Set(failures), ...(finished < count ? [`only ${finished} journeys were finished`] : [])];
  return { serversEnded: 0, lost: failures.length, duplicated: 0, recoverySeconds: 0, violations };
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
