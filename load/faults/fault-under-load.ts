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
/** Enough for ten minutes of the heavy load, or an hour of that of the busiest hour. */
const people = { visitor: 800, holder: 6000 };

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
  load.countFailures() === 0 ? [] : [`requests failed: ${load.describeFailures()}`];

/** Errors of clients whose server has ended. In a deployment, the proxy in front responds instead. */
export const endOfServer = /ECONNRESET|ECONNREFUSED|EPIPE|socket hang up/;

/** A fault that is caused while people use the servers, with the environment that it needs. */
export interface FaultSetup
  extends LoadOptions,
    Pick<PortalOptions, "mode" | "settings" | "logFile" | "wrapper" | "behindNginx"> {
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
  /** States in which the fault must leave some messages, such as `expired`. */
  expectedUnsent?: readonly string[];
  /** Causes the fault and resolves once it has ended. Returns violations, one sentence each. */
  cause(context: DrillContext, load: Load): Promise<readonly string[] | undefined>;
}

/** `prepare` creates a set-up that needs further files. It is called before each run. */
export type FaultUnderLoad = Omit<Drill, "run"> & (FaultSetup | { prepare(): FaultSetup | Promise<FaultSetup> });

export function drillUnderLoad(row: FaultUnderLoad): Drill {
  return {
    ...row,
    run: async (database, earlier) => {
      const fault = "prepare" in row ? await row.prepare() : row;
      await using opened = new AsyncDisposableStack();
      const context = await openContext(opened, fault, { database, earlier: row.needsEarlier ? earlier : undefined });
      return await runFault(fault, context);
    },
  };
}

/** Starts the systems of a drill; `opened` ends them. */
async function openContext(
  opened: AsyncDisposableStack,
  fault: FaultSetup,
  { database, earlier }: { database: DatabaseKind; earlier: string | undefined },
): Promise<DrillContext> {
  const { diskMegabytes, settings, tls, hostNames, connection, databaseTls } = fault;
  const withHostName = (url: string, name = "127.0.0.1") => url.replace("127.0.0.1", name);
  const postgres = opened.use(await startPostgres({ kind: database, diskMegabytes }));
  if (databaseTls !== undefined) await postgres.serveTls(databaseTls);
  const standby = opened.use(fault.withStandby ? await startStandbyOf(postgres) : undefined);
  const proxy = opened.adopt(await startTcpProxy(postgres.target), (own) => own.close());
  const receivers = opened.adopt(await startMessageReceivers(tls), (own) => own.close());
  const providers = { SMTP_URL: withHostName(receivers.smtpUrl, hostNames?.providers), SMS_URL: receivers.smsUrl };
  const pgBouncer = opened.use(connection === "pgBouncer" ? await startPgBouncer(postgres.serverUrl()) : undefined);
  const proxyUrl = withHostName(postgres.serverUrl(proxy.port), hostNames?.database);
  const databaseUrl = ((): string => {
    if (pgBouncer !== undefined) return pgBouncer.url;
    if (connection === "severalHosts") return urlOfBoth(postgres, standby);
    return databaseTls === undefined ? proxyUrl : `${proxyUrl}?sslmode=verify-full`;
  })();
  const applications = fault.mix === "withApplication" ? clientSettings(publicClient) : {};
  const portal = opened.use(
    await startPortal({
      ...fault,
      postgresUrl: postgres.url(),
      people,
      databaseUrl,
      earlier,
      settings: (nth) => ({ ...providers, ...applications, ...settings?.(nth) }),
    }),
  );
  return { postgres, standby, proxy, pgBouncer, portal, receivers };
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
    `  failed before the fault: ${caused.failuresBefore}; in all: ${load.describeFailures()}; succeeded (median latency): ${load.describeSuccesses()}`,
  );
  const rows = await verifyRows(portal.database, load.accepted);
  const messages = await verifyMessages(portal.database, receivers.delivered, fault.expectedUnsent);
  const contradictions = await findContradictions(portal.database);
  const openedLock = serversEnded === 0 ? await verifyLock() : [];
  const killed = await portal.stopServers();
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
      ...contradictions,
      ...openedLock,
      ...(killed === 0 ? [] : [`${killed} servers did not end within a minute of SIGTERM`]),
      ...(fault.logFile === undefined ? findInLog(portal.readLog(), load.accepted) : []),
    ],
  };
}

async function causeUnderLoad(fault: FaultSetup, context: DrillContext, load: Load) {
  await pause(warmUpMillis);
  const unexpectedBefore = [...load.unexpectedResponses.keys()].map((response) => `before the fault: ${response}`);
  const failuresBefore = load.describeFailures();
  const violations = [...unexpectedBefore, ...((await fault.cause(context, load)) ?? [])];
  return { failuresBefore, violations, recoverySeconds: await load.measureRecovery(performance.now()) };
}
