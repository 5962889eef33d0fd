import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { Browser } from "@vestibule/api/gateway/test/browser.ts";
import { gatewayResults } from "@vestibule/catalogue/gateway.table.ts";
import { generateSecret, secretNames } from "../../packages/vestibule/src/settings/persisted-secrets.adapter.ts";
import { times } from "../generator.ts";
import { fetchFrom, portalOrigin } from "../http.ts";
import { password } from "../people.ts";
import { nextHolderOf, Registrant, WebRegistrant } from "../person.ts";
import { type Portal, startPortal } from "../portal.ts";
import { type DatabaseKind, startPostgres } from "../postgres.ts";
import type { Drill, DrillResult } from "./drill.ts";

const journeys = 100;
const people = { visitor: 4000, holder: 4000 };
/** Time from the last request that a load balancer sends to a server until the server is stopped. */
const drainMillis = 2000;
const longestPauseMillis = 3000;

export const drills: readonly Drill[] = [
  {
    id: "two-steps",
    name: `A-202 F-29 all secrets are rotated on two servers, one after the other, during ${journeys} journeys`,
    maxRecoverySeconds: 0,
    run: runRotation,
  },
];

/** Settings before the rotation and after each of the two steps of `vestibule secrets rotate`. */
function rotationSteps(): Record<string, string>[] {
  const pairs = Object.values(secretNames).map((name) => ({ name, old: generateSecret(), fresh: generateSecret() }));
  const settings = (secretsOf: (pair: (typeof pairs)[number]) => string) =>
    Object.fromEntries(pairs.map((pair) => [pair.name, secretsOf(pair)]));
  return [
    settings(({ old }) => old),
    settings(({ old, fresh }) => `${old},${fresh}`),
    settings(({ old, fresh }) => `${fresh},${old}`),
  ];
}

async function runRotation(kind: DatabaseKind): Promise<DrillResult> {
  await using postgres = await startPostgres({ kind });
  const [before = {}, ...steps] = rotationSteps();
  let secrets = before;
  await using portal = await startPortal({ postgresUrl: postgres.url(), people, settings: () => secrets });
  let isOver = false;
  let finished = 0;
  const failures: string[] = [];
  const repeat = async (journey: (typeof allJourneys)[number]) => {
    while (!isOver)
      try {
        await journey(portal, () => isOver);
        finished += 1;
      } catch (fault) {
        failures.push(fault instanceof Error ? fault.message : String(fault));
      }
  };
  const running = times(journeys).map((nth) => repeat(allJourneys[nth % allJourneys.length] ?? register));
  await pause(drainMillis);
  for (const step of steps) {
    secrets = step;
    for (const nth of portal.servers.keys()) {
      portal.drain(nth);
      await pause(drainMillis);
      await portal.end(nth, "SIGTERM");
      await portal.restart(nth);
    }
  }
  isOver = true;
  await Promise.all(running);
  const tooFew = finished < journeys ? [`only ${finished} journeys were finished`] : [];
  const violations = [...new Set(failures), ...tooFew];
  return { serversEnded: 0, lost: failures.length, duplicated: 0, recoverySeconds: 0, violations };
}

/** Waits as long as a person might. */
const think = () => pause(randomInt(longestPauseMillis));

const allJourneys: readonly ((portal: Portal, isOver: () => boolean) => Promise<void>)[] = [
  register,
  registerOnPages,
  staySignedIn,
];

/** Registers over API v2, from the start to the account. */
async function register(portal: Portal): Promise<void> {
  const registrant = new Registrant(portal);
  await registrant.toCode();
  await think();
  await registrant.toCreate();
  await think();
  await registrant.create();
}

/** Registers on the pages, up to the choice of a password. */
async function registerOnPages(portal: Portal): Promise<void> {
  const registrant = new WebRegistrant(portal);
  await registrant.toCode(think);
  await think();
  await registrant.toCreate();
}

/** Signs in and uses the session until the end of the drill. */
async function staySignedIn(portal: Portal, isOver: () => boolean): Promise<void> {
  const browser = new Browser(fetchFrom(portal), portalOrigin);
  const { status, headers } = await browser.signIn(nextHolderOf(portal), password);
  const location = headers.get("location") ?? "";
  // A busy server rejects the sign-in; the journey is tried again later.
  if (status === 503 || location.includes(gatewayResults.unavailable.code)) return think();
  if (!location.includes(gatewayResults.success.code)) throw new Error(`a sign-in answered ${status} ${location}`);
  do {
    await think();
    const home = await browser.get("/account");
    if (home.status !== 200) throw new Error(`a session was ended: /account answered ${home.status}`);
  } while (!isOver());
}
