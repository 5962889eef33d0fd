import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { call } from "../http.ts";
import { countRows } from "../person.ts";
import type { Portal } from "../portal.ts";
import type { Drill } from "./drill.ts";
import { drillUnderLoad, endOfServer, type FaultSetup, type FaultUnderLoad, noneFailed } from "./fault-under-load.ts";
import { preloadFaults, skewedClocks } from "./server-fault.ts";

const serverIndexes = [0, 1] as const;
/** Longest time from the end of a server until it is ready again. */
const maxRestartMillis = 10_000;

/** Longest time from the kill of a server until another one has sent the messages that it had claimed. */
const maxClaimSeconds = 10;

const kills = (count: number, maxDuplicates: number): Omit<Drill, "id" | "run"> & FaultSetup => ({
  name: `F-15 F-21 a server, which also sends messages, is killed with SIGKILL ${count} times at random moments`,
  maxRecoverySeconds: 5,
  maxDuplicates,
  toleratedFailures: endOfServer,
  cause: async ({ portal }) => {
    const claimed: ClaimedMessage[] = [];
    for (let kill = 0; kill < count; kill += 1) {
      await pause(randomInt(1500));
      const nth = serverIndexes[randomInt(2)] ?? 0;
      claimed.push(...(await listClaimedMessages(portal)));
      await portal.end(nth, "SIGKILL");
      await portal.restart(nth);
    }
    await pause(maxClaimSeconds * 1000);
    const late = await countLate(portal, claimed);
    console.log(`  ${claimed.length} messages were claimed at a kill`);
    return late === 0 ? [] : [`${late} messages were sent more than ${maxClaimSeconds} s after a kill`];
  },
});

const faults: readonly FaultUnderLoad[] = [
  // Decision 22 derives the duplicates from the e-mails a second: 16 times those of the busiest hour here.
  { id: "kill", ...kills(10, 5) },
  // On a busy machine each of 200 restarts takes several seconds.
  { id: "kill-200", long: true, mix: "busiestHour", ...kills(200, 1) },
  {
    id: "rolling-restart",
    name: "F-22 F-26 both servers are restarted with SIGTERM, one after the other",
    mode: "production",
    maxRecoverySeconds: 0,
    cause: async ({ portal }, load) => {
      for (const nth of serverIndexes) {
        await portal.end(nth, "SIGTERM");
        await portal.restart(nth);
      }
      return noneFailed(load);
    },
  },
  {
    id: "blocked",
    name: "F-23 the event loop of one server is blocked for 4 seconds, twice",
    maxRecoverySeconds: 5,
    settings: () => ({ ...preloadFaults, DRILL_ON_SIGUSR2: "block" }),
    cause: async ({ portal }) => {
      const [server] = portal.servers;
      for (let turn = 0; turn < 2; turn += 1) {
        process.kill(server.pid, "SIGUSR2");
        await pause(8000);
      }
      return /"event":"server\.behind"/.test(portal.readLog())
        ? []
        : ["the log does not report the blocked event loop"];
    },
  },
  {
    id: "memory",
    name: "F-24 one server runs out of memory and is started again",
    maxRecoverySeconds: 5,
    toleratedFailures: endOfServer,
    settings: () => ({ ...preloadFaults, DRILL_ON_SIGUSR2: "eatMemory" }),
    cause: async ({ portal }) => {
      process.kill(portal.servers[0].pid, "SIGUSR2");
      while (!portal.servers[0].hasEnded()) await pause(50);
      const ended = performance.now();
      await portal.restart(0);
      const millis = performance.now() - ended;
      return millis < maxRestartMillis ? [] : [`ready again after ${Math.round(millis)} ms`];
    },
  },
  {
    id: "clocks",
    mix: "withApplication",
    name: "F-28 the clock of one server is ten minutes ahead, that of the other ten minutes behind",
    maxRecoverySeconds: 0,
    settings: skewedClocks,
    cause: async () => {
      await pause(8000);
    },
  },
  {
    id: "full-log",
    name: "F-09 the disk of the log is full",
    maxRecoverySeconds: 0,
    logFile: "/dev/full",
    cause: async ({ portal }) => {
      await pause(4000);
      const responses = await Promise.all(portal.servers.map(({ port }) => call({ port, path: "/health/ready" })));
      return responses.every(({ status }) => status === 200) ? [] : ["a server is not ready"];
    },
  },
];

export const drills = faults.map(drillUnderLoad);

interface ClaimedMessage {
  id: string;
  /** By when it must be sent if its server is killed. */
  dueAt: Date;
}

/** Lists the messages that a server is about to send. */
async function listClaimedMessages({ database }: Portal): Promise<ClaimedMessage[]> {
  const { rows } = await sql<ClaimedMessage>`
    select id, app_now() + make_interval(secs => ${maxClaimSeconds}::int) as "dueAt" from notification
    where status = 'queued' and claimed_until > app_now()`.execute(database);
  return rows;
}

/** Counts messages that were not sent in time. One that a second server had claimed at its kill has time from then. */
const countLate = ({ database }: Portal, claimed: readonly ClaimedMessage[]) =>
  countRows(
    database,
    sql`
      select from unnest(${claimed.map(({ id }) => id)}::uuid[], ${claimed.map(({ dueAt }) => dueAt)}::timestamptz[])
        as claimed (id, due_at) join notification using (id)
      group by id, done_at having coalesce(done_at, 'infinity') > max(claimed.due_at)`,
  );
