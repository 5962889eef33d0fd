import { setTimeout as pause } from "node:timers/promises";
import { publicClient } from "@vestibule/api/gateway/test/application.ts";
import type { IssuedCertificate } from "../../test/issue-certificate.ts";
import { startTcpProxy, type TcpProxy } from "../../test/tcp-proxy.ts";
import { type Portal, type PortalOptions, startPortal } from "../portal.ts";
import { type DatabaseKind, type Postgres, startPostgres, startStandbyOf } from "../postgres.ts";
import { clientSettings } from "./brand-settings.ts";
import type { Drill, DrillResult } from "./drill.ts";
import { findContradictions, findInLog, lockHolder, verifyMessages, verifyRows } from "./invariants.ts";
import { type Load, type LoadOptions, startLoad } from "./load.ts";
import { type MessageReceivers, startMessageReceivers } from "./message-receivers.ts";
import { type PgBouncer, startPgBouncer } from "./pgbouncer.ts";

/** Time under load before the fault. */
const warmUpMillis = 4000;
/** Number of people in the book that a minute of load needs. */
const peopleOfMinute = { visitor: 80, holder: 600 };
const defaultMinutes = 10;

/** The running systems in which a fault is caused. */
export interface DrillContext {
  postgres: Postgres;
  /** Between the servers and PostgreSQL, unless `connection` says otherwise. */
  proxy: TcpProxy;
  /** Between the servers and PostgreSQL, if `connection` is `pgBouncer`. */
  pgBouncer: PgBouncer | undefined;
  /** The streaming standby, if `withStandby` is set. */
  standby: Postgres | undefined;
  portal: Portal;
  receivers: MessageReceivers;
}

/** A violation if a request has failed. */
export const noneFailed = (load: Load): string[] =>
  load.countFailures() === "none" ? [] : [`requests failed: ${load.countFailures()}`];

/** Errors of clients whose server has ended. In a deployment, the proxy in front responds instead. */
export const endOfServer = /ECONNRESET|ECONNREFUSED|EPIPE|socket hang up/;

/** A fault that is caused while people use the servers, with the environment that it needs. */
export interface FaultSetup
  extends LoadOptions,
    Pick<PortalOptions, "mode" | "settings" | "logFile" | "wrapper" | "behindNginx"> {
  /** Minutes of load for which the book has enough people; ten by default. */
  minutesOfLoad?: number;
  /** Host names by which the servers reach PostgreSQL and the mail server, in place of 127.0.0.1. */
  hostNames?: { database: string; providers: string };
  withStandby?: boolean;
  /** How the servers connect to PostgreSQL; by default through the proxy that can break connections. */
  connection?: "severalHosts" | "pgBouncer";
  diskMegabytes?: number;
  /** Certificate of the mail server. */
  tls?: IssuedCertificate;
  /** Certificate of PostgreSQL, which the servers verify. */
  databaseTls?: IssuedCertificate;
  /** Each run starts PostgreSQL and the servers again, because the fault changes them for later runs. */
  needsFreshEnvironment?: boolean;
  /** States in which the fault must leave some messages, such as `expired`. */
  expectedUnsent?: readonly string[];
  /** Causes the fault and resolves once it has ended. Returns violations, one sentence each. */
  cause(context: DrillContext, load: Load): Promise<readonly string[] | undefined>;
}

/** `prepare` creates a set-up that needs further files. It is called before the first run. */
export type FaultUnderLoad = Omit<Drill, "run" | "finish"> &
  (FaultSetup | { prepare(): FaultSetup | Promise<FaultSetup> });

/** Creates a drill whose runs share PostgreSQL and the servers, unless the fault needs a fresh environment. */
export function drillUnderLoad(row: FaultUnderLoad): Drill {
  let fault: FaultSetup | undefined;
  let opened: Awaited<ReturnType<typeof openContext>> | undefined;
  const close = async () => {
    const closing = opened;
    opened = undefined;
    return (await closing?.close()) ?? [];
  };
  return {
    ...row,
    run: async (database, earlier) => {
      fault ??= "prepare" in row ? await row.prepare() : row;
      opened ??= await openContext(fault, database, row.needsEarlier ? earlier : undefined);
      try {
        const result = await runFault(fault, opened.context);
        if (!fault.needsFreshEnvironment && result.serversEnded === 0) return result;
        return { ...result, violations: [...result.violations, ...(await close())] };
      } catch (error) {
        await close();
        throw error;
      }
    },
    finish: close,
  };
}

async function openContext(fault: FaultSetup, kind: DatabaseKind, earlier: string | undefined) {
  const { diskMegabytes, settings, tls, hostNames, connection, databaseTls, minutesOfLoad = defaultMinutes } = fault;
  const withHostName = (url: string, name = "127.0.0.1") => url.replace("127.0.0.1", name);
  await using opening = new AsyncDisposableStack();
  const postgres = opening.use(await startPostgres({ kind, diskMegabytes }));
  if (databaseTls !== undefined) await postgres.serveTls(databaseTls);
  const standby = opening.use(fault.withStandby ? await startStandbyOf(postgres) : undefined);
  const proxy = opening.adopt(await startTcpProxy(postgres.target), (own) => own.close());
  const receivers = opening.adopt(await startMessageReceivers(tls), (own) => own.close());
  const providers = { SMTP_URL: withHostName(receivers.smtpUrl, hostNames?.providers), SMS_URL: receivers.smsUrl };
  const pgBouncer = opening.use(connection === "pgBouncer" ? await startPgBouncer(postgres.serverUrl()) : undefined);
  const proxyUrl = withHostName(postgres.serverUrl(proxy.port), hostNames?.database);
  const databaseUrl = ((): string => {
    if (pgBouncer !== undefined) return pgBouncer.url;
    if (connection === "severalHosts") return urlOfBoth(postgres, standby);
    return databaseTls === undefined ? proxyUrl : `${proxyUrl}?sslmode=verify-full`;
  })();
  const applications = fault.mix === "withApplication" ? clientSettings(publicClient) : {};
  const people = {
    visitor: peopleOfMinute.visitor * minutesOfLoad,
    holder: peopleOfMinute.holder * minutesOfLoad,
  };
  const portal = opening.use(
    await startPortal({
      ...fault,
      postgresUrl: postgres.url(),
      people,
      databaseUrl,
      earlier,
      settings: (nth) => ({ ...providers, ...applications, ...settings?.(nth) }),
    }),
  );
  const opened = opening.move();
  const close = async () => {
    const late = await portal.stopServers();
    await opened.disposeAsync();
    return late === 0 ? [] : [`${late} servers did not end within a minute of SIGTERM`];
  };
  return { context: { postgres, standby, proxy, pgBouncer, portal, receivers }, close };
}

/** Returns one URL with the hosts of the primary and the standby. */
function urlOfBoth(primary: Postgres, standby: Postgres | undefined): string {
  if (standby === undefined) throw new Error("the drill has no standby");
  const [first, second] = [primary, standby].map((postgres) => new URL(postgres.url()).host);
  return primary.serverUrl().replace(first ?? "", `${first},${second}`);
}

async function runFault(fault: FaultSetup, context: DrillContext): Promise<DrillResult> {
  const { portal, receivers } = context;
  const verifyLock = await lockHolder(portal);
  const load = startLoad(portal, receivers, fault);
  const caused = await causeUnderLoad(fault, context, load).finally(() => load.stop());
  const serversEnded = portal.countEnded();
  console.log(
    `  failed before the fault: ${caused.failuresBefore}; in all: ${load.countFailures()}; succeeded (median latency): ${load.describeSuccesses()}`,
  );
  const rows = await verifyRows(portal.database, load.accepted);
  const messages = await verifyMessages(portal.database, receivers.delivered, fault.expectedUnsent);
  return {
    serversEnded,
    lost: rows.lost + messages.lost,
    duplicated: rows.duplicated + messages.duplicated,
    recoverySeconds: caused.recoverySeconds,
    interruptionSeconds: load.longestInterruption(),
    violations: [
      ...caused.violations,
      ...[...load.unexpectedResponses].map(([response, count]) => `${response} (${count} times)`),
      ...rows.violations,
      ...messages.violations,
      ...(await findContradictions(portal.database)),
      ...(serversEnded === 0 ? await verifyLock() : []),
      ...(fault.logFile === undefined ? findInLog(portal.readLog(), load.accepted) : []),
    ],
  };
}

async function causeUnderLoad(fault: FaultSetup, context: DrillContext, load: Load) {
  await pause(warmUpMillis);
  const unexpectedBefore = [...load.unexpectedResponses.keys()].map((response) => `before the fault: ${response}`);
  const failuresBefore = load.countFailures();
  const violations = [...unexpectedBefore, ...((await fault.cause(context, load)) ?? [])];
  return { failuresBefore, violations, recoverySeconds: await load.measureRecovery(performance.now()) };
}
