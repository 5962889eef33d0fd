import { setTimeout as pause } from "node:timers/promises";
import { openDatabase } from "@vestibule/api/platform/database.adapter.ts";
import { startTcpProxy, type TcpProxy } from "../test/tcp-proxy.ts";
import type { Drill, DrillResult } from "./drill.ts";
import { type ExternalPostgres, startExternalPostgres } from "./external-postgres.ts";
import { startLoad } from "./load.ts";
import { type ServerPair, startServerPair } from "./server-pair.ts";
import { countRows } from "./written-rows.ts";

const undisturbedMillis = 4000;

interface DrillContext {
  postgres: ExternalPostgres;
  proxy: TcpProxy;
  /** The streaming standby, where the drill has one. */
  standby: ExternalPostgres | undefined;
  pair: ServerPair;
  /** Stops the servers, then removes everything. Returns violations, one sentence each. */
  close(): Promise<readonly string[]>;
}

interface DatabaseFault {
  id: string;
  name: string;
  maxSecondsUntilServed: number;
  withStandby?: boolean;
  /** Its runs cannot share PostgreSQL and the servers. */
  leavesTraces?: boolean;
  /** Causes the fault; resolves once a healthy server could serve again. */
  cause(context: DrillContext): Promise<void>;
}

const faults: readonly DatabaseFault[] = [
  {
    id: "kill",
    name: "F-03 one busy backend of PostgreSQL is killed with SIGKILL",
    maxSecondsUntilServed: 10,
    cause: async ({ postgres }) => {
      const rows = await postgres.query(
        "select pid from pg_stat_activity where usename = 'vestibule' and backend_type = 'client backend' and pid <> pg_backend_pid() order by state_change desc limit 1",
      );
      process.kill(Number(rows[0]?.pid), "SIGKILL");
    },
  },
  {
    id: "terminate",
    name: "F-02 every backend is ended with pg_terminate_backend",
    maxSecondsUntilServed: 5,
    cause: async ({ postgres }) => {
      await postgres.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
      );
    },
  },
  {
    id: "reset",
    name: "A-195 every connection is reset, twenty times within three seconds",
    maxSecondsUntilServed: 5,
    cause: async ({ proxy }) => {
      for (let turn = 0; turn < 20; turn += 1) {
        proxy.resetConnections();
        await pause(150);
      }
    },
  },
  {
    id: "freeze",
    name: "the network carries nothing for 8 seconds and keeps every connection open",
    maxSecondsUntilServed: 10,
    cause: async ({ proxy }) => {
      proxy.freeze();
      await pause(8000);
      proxy.thaw();
    },
  },
  {
    id: "black-hole",
    name: "every open connection falls silent for good; new ones work",
    maxSecondsUntilServed: 10,
    // The proxy acknowledges what it drops, so PostgreSQL's keep-alive does not free the backends.
    leavesTraces: true,
    cause: async ({ proxy }) => proxy.blackHoleConnections(),
  },
  {
    id: "promote",
    name: "F-04 the standby takes over from a primary that has crashed",
    maxSecondsUntilServed: 10,
    withStandby: true,
    leavesTraces: true,
    cause: async ({ postgres, proxy, standby, pair }) => {
      await postgres.stop("immediate");
      await standby?.promote();
      if (standby === undefined) throw new Error("the drill has no standby");
      proxy.switchTo(standby);
      await pair.lookInto(standby.url());
    },
  },
  {
    id: "promote-read-only",
    name: "F-04 the standby takes over from a primary that stays up and read-only",
    maxSecondsUntilServed: 10,
    withStandby: true,
    leavesTraces: true,
    cause: async ({ postgres, proxy, standby, pair }) => {
      await postgres.query("alter system set default_transaction_read_only = on");
      await postgres.query("select pg_reload_conf()");
      await standby?.promote();
      if (standby === undefined) throw new Error("the drill has no standby");
      proxy.switchTo(standby);
      await pair.lookInto(standby.url());
    },
  },
];

export const drills: readonly Drill[] = faults.map(databaseDrill);

/** Runs share PostgreSQL and the servers where they can. */
function databaseDrill(fault: DatabaseFault): Drill {
  let context: DrillContext | undefined;
  const close = async () => {
    const closing = context;
    context = undefined;
    return (await closing?.close()) ?? [];
  };
  return {
    id: fault.id,
    name: fault.name,
    maxSecondsUntilServed: fault.maxSecondsUntilServed,
    run: async () => {
      context ??= await openDrillContext(fault);
      let result: DrillResult;
      try {
        result = await runFault(fault, context);
      } catch (error) {
        await close();
        throw error;
      }
      if (!fault.leavesTraces && result.serversEnded === 0) return result;
      return { ...result, violations: [...result.violations, ...(await close())] };
    },
    finish: close,
  };
}

async function openDrillContext({ withStandby = false }: DatabaseFault): Promise<DrillContext> {
  const closing: (() => Promise<unknown>)[] = [];
  const closeAll = async () => {
    for (const close of closing) await close();
  };
  try {
    const postgres = await startExternalPostgres();
    closing.unshift(() => postgres.remove());
    const standby = withStandby ? await postgres.startStandby() : undefined;
    if (standby !== undefined) closing.unshift(() => standby.remove());
    const proxy = await startTcpProxy(postgres);
    closing.unshift(() => proxy.close());
    const pair = await startServerPair({ databaseUrl: postgres.url(proxy.port), directUrl: postgres.url() });
    closing.unshift(() => pair.close());
    const close = async () => {
      const late = await pair.stopServers();
      await closeAll();
      return late === 0 ? [] : [`${late} servers did not end within a minute of SIGTERM`];
    };
    return { postgres, standby, proxy, pair, close };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function runFault({ cause }: DatabaseFault, context: DrillContext): Promise<DrillResult> {
  const { pair, postgres, standby } = context;
  const load = startLoad(pair);
  await pause(undisturbedMillis);
  const early = [...load.badAnswers.keys()];
  const failuresBefore = load.countFailures();
  await cause(context);
  const secondsUntilServed = await load.servedAgain(performance.now());
  await load.stop();
  const serversEnded = pair.countEnded();

  const { database } = openDatabase({ url: (standby ?? postgres).url(), poolSize: 1, queryTimeoutMillis: 0 });
  const rows = await countRows(database, load.accepted).finally(() => database.destroy());
  console.log(
    `  failed before the fault: ${failuresBefore}; in all: ${load.countFailures()}; median times: ${load.medianTimes()}`,
  );
  const violations = [
    ...early.map((answer) => `before the fault: ${answer}`),
    ...[...load.badAnswers].map(([answer, count]) => `${answer} (${count} times)`),
    ...rows.violations,
  ];
  return { serversEnded, lost: rows.lost, doubled: rows.doubled, secondsUntilServed, violations };
}
