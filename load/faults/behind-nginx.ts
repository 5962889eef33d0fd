import { setTimeout as pause } from "node:timers/promises";
import { repeatFor, times } from "../generator.ts";
import { call, newClientIp } from "../http.ts";
import { signIn } from "../person.ts";
import type { Portal } from "../portal.ts";
import { type FaultSetup, type FaultUnderLoad, noneFailed } from "./fault-under-load.ts";

/** nginx answers these for a form that was on its way to a server that was killed, because it must not send it twice. */
const formsOfKilledServer = /^(?!page)\w+ answered 50[24]$/;
const replacements = 10;
const causeMillis = 8000;
const replacementIntervalMillis = 4000;
/** More than nginx forwards at a time for one client IP. */
const signInsOfOneClient = 400;
const journeysOfUpgrades = 1000;

/** Two servers behind the shipped configuration of nginx, whose own 502 or 504 is a failure of the drill. */
const behindNginx = {
  mode: "production",
  behindNginx: true,
} as const satisfies Partial<FaultSetup>;

export const faultsBehindNginx: readonly FaultUnderLoad[] = [
  {
    id: "behind-nginx",
    name: `F-21 F-22 behind nginx, one of two servers is killed and the other replaced, ${replacements} times`,
    ...behindNginx,
    mix: "busiestHour",
    maxRecoverySeconds: 5,
    maxDuplicates: 1,
    toleratedFailures: formsOfKilledServer,
    cause: async ({ portal }) => {
      for (let turn = 0; turn < replacements; turn += 1) {
        const killed = turn % 2;
        await portal.end(killed, "SIGKILL");
        await portal.restart(killed);
        await replace(portal, 1 - killed);
      }
    },
  },
  {
    id: "maintenance",
    name: "behind nginx, the brand of the load is closed for maintenance",
    ...behindNginx,
    maxRecoverySeconds: 5,
    // The API's status, and the gateway's redirect to the page of the closed brand.
    toleratedFailures: /answered (530|302)/,
    cause: async ({ portal }, load) => {
      await duringMaintenance(portal, "belair", () => pause(causeMillis));
      return load.countFailures() === 0 ? ["no request noticed the maintenance"] : [];
    },
  },
  {
    id: "open-brand",
    name: "behind nginx, another brand is closed for maintenance, and people keep requesting it",
    ...behindNginx,
    maxRecoverySeconds: 0,
    cause: async ({ portal }, load) => {
      const statuses = await duringMaintenance(portal, "intact", async () => {
        // Each server keeps the state for a second.
        await pause(1500);
        return requestRepeatedly(portal, "portal.intact.example");
      });
      // A redirect leads to the page of the maintenance.
      const unexpected = statuses.filter((status) => status !== 303 && status !== 503);
      return [
        ...noneFailed(load),
        ...(unexpected.length === 0 ? [] : [`the closed brand answered ${[...new Set(unexpected)]}`]),
      ];
    },
  },
  {
    id: "database-away",
    name: "F-02 behind nginx, PostgreSQL is unavailable for 8 seconds",
    ...behindNginx,
    maxRecoverySeconds: 5,
    cause: async ({ postgres }) => {
      await postgres.stop("immediate");
      await pause(causeMillis);
      await postgres.start();
    },
  },
  {
    id: "limited-client",
    name: `behind nginx, one client sends ${signInsOfOneClient} sign-ins at a time and is limited`,
    ...behindNginx,
    maxRecoverySeconds: 0,
    cause: async ({ portal }, load) => {
      const statuses = await flood(portal);
      return [
        ...noneFailed(load),
        ...(statuses.includes(429) ? [] : ["the client was not limited"]),
        ...statuses.filter((status) => status === 502 || status === 504).map((status) => `nginx answered ${status}`),
      ];
    },
  },
  {
    id: "upgrade",
    name: `F-26 behind nginx, two servers of an earlier version are upgraded to this one and downgraded again, until ${journeysOfUpgrades} journeys have ended`,
    ...behindNginx,
    mix: "busiestHour",
    maxRecoverySeconds: 0,
    needsEarlier: true,
    cause: async ({ portal }, load) => {
      const before = load.countJourneys();
      do
        for (const version of ["this", "earlier"] as const)
          for (const nth of [0, 1]) await replace(portal, nth, version);
      while (load.countJourneys() - before < journeysOfUpgrades);
      return noneFailed(load);
    },
  },
];

async function replace(portal: Portal, nth: number, version?: "this" | "earlier"): Promise<void> {
  await portal.end(nth, "SIGTERM");
  await portal.restart(nth, version);
  await pause(replacementIntervalMillis);
}

async function duringMaintenance<T>(portal: Portal, brand: string, work: () => Promise<T>): Promise<T> {
  const run = (what: "on" | "off") => portal.runCommandOn(portal.postgresUrl, ["maintenance", what, "--brand", brand]);
  await run("on");
  try {
    return await work();
  } finally {
    await run("off");
  }
}

/** Requests the first page of a host, each time as another client. Returns the statuses. */
async function requestRepeatedly(portal: Portal, host: string): Promise<number[]> {
  const { results } = await repeatFor({ millis: causeMillis, atOnce: 1 }, async () => {
    await pause(100);
    return (await call({ port: portal.nextPort(), path: "/", headers: { host } })).status;
  });
  return results;
}

/** Sends sign-ins of one client IP, more at a time than its share. Returns the statuses. */
async function flood(portal: Portal): Promise<number[]> {
  const clientIp = newClientIp();
  const { results } = await repeatFor({ millis: causeMillis, atOnce: 1 }, () =>
    Promise.all(times(signInsOfOneClient).map(() => signIn(portal.nextPort(), "nobody@example.com", { clientIp }))),
  );
  return results.flat().map(({ status }) => status);
}
