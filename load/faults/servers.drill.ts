import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { call } from "../http.ts";
import type { Drill } from "./drill.ts";
import { drillUnderLoad, endOfServer, type FaultSetup, type FaultUnderLoad, noneFailed } from "./fault-under-load.ts";
import { preloadFaults, skewedClocks } from "./server-fault.ts";

const serverIndexes = [0, 1] as const;
/** Longest time from the end of a server until it is ready again. */
const maxRestartMillis = 10_000;

const kills = (count: number): Omit<Drill, "id" | "run"> & FaultSetup => ({
  name: `F-21 a server is killed with SIGKILL ${count} times at random moments`,
  maxRecoverySeconds: 5,
  maxDuplicates: 1,
  toleratedFailures: endOfServer,
  needsFreshEnvironment: true,
  cause: async ({ portal }) => {
    for (let kill = 0; kill < count; kill += 1) {
      await pause(randomInt(1500));
      const nth = serverIndexes[randomInt(2)] ?? 0;
      await portal.end(nth, "SIGKILL");
      await portal.restart(nth);
    }
  },
});

const faults: readonly FaultUnderLoad[] = [
  { id: "kill", ...kills(10) },
  // On a busy machine each of 200 restarts takes several seconds.
  { id: "kill-200", long: true, minutesOfLoad: 40, mix: "busiestHour", ...kills(200) },
  {
    id: "rolling-restart",
    name: "F-22 F-26 both servers are restarted with SIGTERM, one after the other",
    mode: "production",
    maxRecoverySeconds: 0,
    needsFreshEnvironment: true,
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
    needsFreshEnvironment: true,
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
    needsFreshEnvironment: true,
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
    needsFreshEnvironment: true,
    cause: async () => {
      await pause(8000);
    },
  },
  {
    id: "full-log",
    name: "F-09 the disk of the log is full",
    maxRecoverySeconds: 0,
    logFile: "/dev/full",
    needsFreshEnvironment: true,
    cause: async ({ portal }) => {
      await pause(4000);
      const responses = await Promise.all(portal.servers.map(({ port }) => call({ port, path: "/health/ready" })));
      return responses.every(({ status }) => status === 200) ? [] : ["a server is not ready"];
    },
  },
];

export const drills = faults.map(drillUnderLoad);
