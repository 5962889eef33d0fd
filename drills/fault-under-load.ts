import { setTimeout as pause } from "node:timers/promises";
import type { SMTPServerOptions } from "smtp-server";
import { startTcpProxy, type TcpProxy } from "../test/tcp-proxy.ts";
import type { Drill, DrillResult } from "./drill.ts";
import { type DrillPortal, type PortalOptions, startDrillPortal } from "./drill-portal.ts";
import { type DatabaseKind, type DrillPostgres, type ServerCertificate, startDrillPostgres } from "./drill-postgres.ts";
import { countRows, findContradictions, findInLog, lockHolder, verifyMessages } from "./invariants.ts";
import { type Load, type LoadOptions, startLoad } from "./load.ts";
import { type MessageReceivers, startMessageReceivers } from "./message-receivers.ts";
import { type PgBouncer, startPgBouncer } from "./pgbouncer.ts";

const undisturbedMillis = 4000;

/** What a fault can be caused in. */
export interface DrillContext {
  postgres: DrillPostgres;
  /** Between the servers and PostgreSQL, unless they connect otherwise. */
  proxy: TcpProxy;
  /** Between the servers and PostgreSQL, where the fault has one. */
  pgBouncer: PgBouncer | undefined;
  /** The streaming standby, where the fault has one. */
  standby: DrillPostgres | undefined;
  portal: DrillPortal;
  receivers: MessageReceivers;
}

/** What clients see of a server that has ended, where a proxy in front would answer for it. */
export const endOfServer = /ECONNRESET|ECONNREFUSED|EPIPE|socket hang up/;

/** Where and how a fault is caused while people use both servers. */
export interface FaultSetup {
  mode?: PortalOptions["mode"];
  settings?: PortalOptions["settings"];
  logFile?: string;
  wrapper?: PortalOptions["wrapper"];
  /** By which the servers reach PostgreSQL and the mail server, in place of their address. */
  hostNames?: { database: string; providers: string };
  withStandby?: boolean;
  /** How the servers connect to PostgreSQL; by default through the proxy that can break connections. */
  connection?: "severalHosts" | "pgBouncer";
  serverCount?: PortalOptions["serverCount"];
  minutesOfLoad?: PortalOptions["minutesOfLoad"];
  behindNginx?: PortalOptions["behindNginx"];
  diskMegabytes?: number;
  tls?: Pick<SMTPServerOptions, "key" | "cert">;
  /** The servers verify it. */
  databaseTls?: ServerCertificate;
  /** Its runs cannot share PostgreSQL and the servers. */
  leavesTraces?: boolean;
  channel?: LoadOptions["channel"];
  excused?: LoadOptions["excused"];
  /** States of messages that the fault excuses, such as `expired`. */
  unsent?: readonly string[];
  /** Causes the fault; resolves once a healthy server could serve again. Returns violations, one sentence each. */
  cause(context: DrillContext, load: Load): Promise<readonly string[] | undefined>;
}

type DrillHead = Pick<Drill, "id" | "name" | "maxSecondsUntilServed" | "maxDoubled" | "long" | "only" | "needsEarlier">;
/** `prepare` is called at the first run, where a set-up has files of its own. */
export type FaultUnderLoad = DrillHead & (FaultSetup | { prepare(): FaultSetup | Promise<FaultSetup> });

/** Runs share PostgreSQL and the servers where they can. */
export function drillUnderLoad(row: FaultUnderLoad): Drill {
  const { id, name, maxSecondsUntilServed, maxDoubled, long, only, needsEarlier } = row;
  let fault: FaultSetup | undefined;
  let opened: Awaited<ReturnType<typeof openContext>> | undefined;
  const close = async () => {
    const closing = opened;
    opened = undefined;
    return (await closing?.close()) ?? [];
  };
  return {
    id,
    name,
    maxSecondsUntilServed,
    maxDoubled,
    long,
    only,
    needsEarlier,
    run: async (database, earlier) => {
      fault ??= "prepare" in row ? await row.prepare() : row;
      opened ??= await openContext(fault, database, needsEarlier ? earlier : undefined);
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

async function openContext(fault: FaultSetup, kind: DatabaseKind, earlier: string | undefined) {
  const { diskMegabytes, mode = "demo", settings = {}, logFile, wrapper, tls, hostNames } = fault;
  const { connection, serverCount, minutesOfLoad, behindNginx, databaseTls } = fault;
  const byName = (url: string, name = "127.0.0.1") => url.replace("127.0.0.1", name);
  const closing: (() => Promise<unknown>)[] = [];
  const closeAll = async () => {
    for (const close of closing) await close();
  };
  try {
    const postgres = await startDrillPostgres({ kind, diskMegabytes });
    closing.unshift(() => postgres.remove());
    if (databaseTls !== undefined) await postgres.serveTls(databaseTls);
    const standby = fault.withStandby ? await postgres.startStandby() : undefined;
    if (standby !== undefined) closing.unshift(() => standby.remove());
    const proxy = await startTcpProxy(postgres.target);
    closing.unshift(() => proxy.close());
    const receivers = await startMessageReceivers(tls);
    closing.unshift(() => receivers.close());
    const providers = { SMTP_URL: byName(receivers.smtpUrl, hostNames?.providers), SMS_URL: receivers.smsUrl };
    const pgBouncer = connection === "pgBouncer" ? await startPgBouncer(postgres.url()) : undefined;
    if (pgBouncer !== undefined) closing.unshift(() => pgBouncer.stop());
    const withProviders = (own: Record<string, string>) => ({ ...providers, ...own });
    const portal = await startDrillPortal({
      databaseUrl:
        pgBouncer?.url ??
        (connection === "severalHosts"
          ? urlOfBoth(postgres, standby)
          : byName(postgres.url(proxy.port), hostNames?.database) + (databaseTls ? "?sslmode=verify-full" : "")),
      ownerUrl: postgres.url(),
      mode,
      logFile,
      wrapper,
      serverCount,
      minutesOfLoad,
      behindNginx,
      earlier,
      settings: isOfEach(settings) ? [withProviders(settings[0]), withProviders(settings[1])] : withProviders(settings),
    });
    closing.unshift(() => portal.close());
    const close = async () => {
      const late = await portal.stopServers();
      await closeAll();
      return late === 0 ? [] : [`${late} servers did not end within a minute of SIGTERM`];
    };
    return { context: { postgres, standby, proxy, pgBouncer, portal, receivers }, close };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

const isOfEach = (
  settings: NonNullable<FaultSetup["settings"]>,
): settings is readonly [Record<string, string>, Record<string, string>] => Array.isArray(settings);

/** One URL with the primary's host and the standby's. */
function urlOfBoth(primary: DrillPostgres, standby: DrillPostgres | undefined): string {
  if (standby === undefined) throw new Error("the drill has no standby");
  const [first, second] = [primary, standby].map((postgres) => new URL(postgres.url()).host);
  return primary.url().replace(first ?? "", `${first},${second}`);
}

async function runFault(fault: FaultSetup, context: DrillContext): Promise<DrillResult> {
  const { portal, receivers } = context;
  const verifyLock = await lockHolder(portal);
  const load = startLoad(portal, { channel: fault.channel, excused: fault.excused, receivers });
  await pause(undisturbedMillis);
  const early = [...load.badAnswers.keys()];
  const failuresBefore = load.countFailures();
  const noticed = (await fault.cause(context, load)) ?? [];
  const secondsUntilServed = await load.servedAgain(performance.now());
  await load.stop();
  const interruptedSeconds = load.longestInterruption();
  const serversEnded = portal.countEnded();
  console.log(
    `  failed before the fault: ${failuresBefore}; in all: ${load.countFailures()}; median times: ${load.medianTimes()}`,
  );

  const rows = await countRows(portal.database, load.accepted);
  const messages = await verifyMessages(portal.database, receivers, fault.unsent);
  return {
    serversEnded,
    lost: rows.lost + messages.lost,
    doubled: rows.doubled + messages.doubled,
    secondsUntilServed,
    interruptedSeconds,
    violations: [
      ...early.map((answer) => `before the fault: ${answer}`),
      ...[...load.badAnswers].map(([answer, count]) => `${answer} (${count} times)`),
      ...noticed,
      ...rows.violations,
      ...messages.violations,
      ...(await findContradictions(portal.database)),
      ...(serversEnded === 0 ? await verifyLock() : []),
      ...(fault.logFile === undefined ? findInLog(portal.readLog(), load.accepted) : []),
    ],
  };
}
