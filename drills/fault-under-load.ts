import { setTimeout as pause } from "node:timers/promises";
import type { SMTPServerOptions } from "smtp-server";
import { startTcpProxy, type TcpProxy } from "../test/tcp-proxy.ts";
import type { Drill, DrillResult } from "./drill.ts";
import { type DatabaseKind, type DrillPostgres, startDrillPostgres } from "./drill-postgres.ts";
import { countRows, findContradictions, findInLog, lockHolder, verifyMessages } from "./invariants.ts";
import { type Load, type LoadOptions, startLoad } from "./load.ts";
import { type MessageReceivers, startMessageReceivers } from "./message-receivers.ts";
import { type PairOptions, type ServerPair, startServerPair } from "./server-pair.ts";

const undisturbedMillis = 4000;

/** What a fault can be caused in. */
export interface DrillContext {
  postgres: DrillPostgres;
  /** Between the servers and PostgreSQL. */
  proxy: TcpProxy;
  /** The streaming standby, where the fault has one. */
  standby: DrillPostgres | undefined;
  pair: ServerPair;
  receivers: MessageReceivers;
}

/** What clients see of a server that has ended, where a proxy in front would answer for it. */
export const endOfServer = /ECONNRESET|ECONNREFUSED|EPIPE|socket hang up/;

/** Where and how a fault is caused while people use both servers. */
export interface FaultSetup {
  mode?: PairOptions["mode"];
  settings?: PairOptions["settings"];
  logFile?: string;
  wrapper?: PairOptions["wrapper"];
  /** By which the servers reach PostgreSQL and the mail server, in place of their address. */
  hostNames?: { database: string; providers: string };
  withStandby?: boolean;
  diskMegabytes?: number;
  tls?: Pick<SMTPServerOptions, "key" | "cert">;
  /** Its runs cannot share PostgreSQL and the servers. */
  leavesTraces?: boolean;
  channel?: LoadOptions["channel"];
  excused?: LoadOptions["excused"];
  /** States of messages that the fault excuses, such as `expired`. */
  unsent?: readonly string[];
  /** Causes the fault; resolves once a healthy server could serve again. Returns violations, one sentence each. */
  cause(context: DrillContext, load: Load): Promise<readonly string[] | undefined>;
}

type DrillHead = Pick<Drill, "id" | "name" | "maxSecondsUntilServed" | "maxDoubled" | "long" | "only">;
/** `prepare` is called at the first run, where a set-up has files of its own. */
export type FaultUnderLoad = DrillHead & (FaultSetup | { prepare(): FaultSetup });

/** Runs share PostgreSQL and the servers where they can. */
export function drillUnderLoad(row: FaultUnderLoad): Drill {
  const { id, name, maxSecondsUntilServed, maxDoubled, long, only } = row;
  let fault: FaultSetup | undefined;
  let opened: Awaited<ReturnType<typeof openContext>> | undefined;
  const close = async () => {
    const closing = opened;
    opened = undefined;
    return (await closing?.close()) ?? [];
  };
  return {
    ...{ id, name, maxSecondsUntilServed, maxDoubled, long, only },
    run: async (database) => {
      fault ??= "prepare" in row ? row.prepare() : row;
      opened ??= await openContext(fault, database);
      let result: DrillResult;
      try {
        result = await runFault(fault, opened.context);
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

async function openContext(fault: FaultSetup, kind: DatabaseKind) {
  const { diskMegabytes, mode = "demo", settings = {}, logFile, wrapper, tls, hostNames } = fault;
  const byName = (url: string, name = "127.0.0.1") => url.replace("127.0.0.1", name);
  const closing: (() => Promise<unknown>)[] = [];
  const closeAll = async () => {
    for (const close of closing) await close();
  };
  try {
    const postgres = await startDrillPostgres({ kind, diskMegabytes });
    closing.unshift(() => postgres.remove());
    const standby = fault.withStandby ? await postgres.startStandby() : undefined;
    if (standby !== undefined) closing.unshift(() => standby.remove());
    const proxy = await startTcpProxy(postgres.target);
    closing.unshift(() => proxy.close());
    const receivers = await startMessageReceivers(tls);
    closing.unshift(() => receivers.close());
    const providers = { SMTP_URL: byName(receivers.smtpUrl, hostNames?.providers), SMS_URL: receivers.smsUrl };
    const ofEach = (Array.isArray(settings) ? settings : [settings, settings]) as Record<string, string>[];
    const [first, second] = ofEach.map((own) => ({ ...providers, ...own }));
    const pair = await startServerPair({
      databaseUrl: byName(postgres.url(proxy.port), hostNames?.database),
      ...{ ownerUrl: postgres.url(), mode, logFile, wrapper },
      settings: [first ?? {}, second ?? {}],
    });
    closing.unshift(() => pair.close());
    const close = async () => {
      const late = await pair.stopServers();
      await closeAll();
      return late === 0 ? [] : [`${late} servers did not end within a minute of SIGTERM`];
    };
    return { context: { postgres, standby, proxy, pair, receivers }, close };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function runFault(fault: FaultSetup, context: DrillContext): Promise<DrillResult> {
  const { pair, receivers } = context;
  const verifyLock = await lockHolder(pair);
  const load = startLoad(pair, { channel: fault.channel, excused: fault.excused, receivers });
  await pause(undisturbedMillis);
  const early = [...load.badAnswers.keys()];
  const failuresBefore = load.countFailures();
  const noticed = (await fault.cause(context, load)) ?? [];
  const secondsUntilServed = await load.servedAgain(performance.now());
  await load.stop();
  const serversEnded = pair.countEnded();
  console.log(
    `  failed before the fault: ${failuresBefore}; in all: ${load.countFailures()}; median times: ${load.medianTimes()}`,
  );

  const rows = await countRows(pair.database, load.accepted);
  const messages = await verifyMessages(pair.database, receivers, fault.unsent);
  return {
    serversEnded,
    lost: rows.lost + messages.lost,
    doubled: rows.doubled + messages.doubled,
    secondsUntilServed,
    violations: [
      ...early.map((answer) => `before the fault: ${answer}`),
      ...[...load.badAnswers].map(([answer, count]) => `${answer} (${count} times)`),
      ...noticed,
      ...rows.violations,
      ...messages.violations,
      ...(await findContradictions(pair.database)),
      ...(serversEnded === 0 ? await verifyLock() : []),
      ...(fault.logFile === undefined ? findInLog(pair.readLog(), load.accepted) : []),
    ],
  };
}
