import { setTimeout as pause } from "node:timers/promises";
import { call } from "../http.ts";
import type { Postgres } from "../postgres.ts";
import { issueCertificates } from "./certificates.ts";
import {
  type DrillContext,
  drillUnderLoad,
  endOfServer,
  type FaultSetup,
  type FaultUnderLoad,
} from "./fault-under-load.ts";
import { lockInOppositeOrder, useAllConnections, withClient } from "./other-program.ts";

const outageMillis = 8000;

const faults: readonly FaultUnderLoad[] = [
  {
    id: "kill",
    name: "F-03 a busy backend of PostgreSQL is killed with SIGKILL",
    maxRecoverySeconds: 10,
    cause: async ({ postgres }) => {
      const rows = await postgres.query(
        "select pid from pg_stat_activity where usename like 'vestibule%' and backend_type = 'client backend' and pid <> pg_backend_pid() order by state_change desc limit 1",
      );
      process.kill(Number(rows[0]?.pid), "SIGKILL");
    },
  },
  {
    id: "terminate",
    name: "F-02 all backends are ended with pg_terminate_backend",
    maxRecoverySeconds: 5,
    cause: async ({ postgres }) => {
      await endBackends(postgres);
    },
  },
  {
    id: "restart",
    name: "F-02 PostgreSQL is stopped in the middle of requests and started again",
    maxRecoverySeconds: 5,
    cause: async ({ postgres }) => {
      await postgres.stop("fast");
      await postgres.start();
    },
  },
  {
    id: "crash",
    mix: "withApplication",
    name: "F-02 F-10 F-11 F-36 PostgreSQL, which stores all counters, crashes and is unavailable for 8 seconds",
    maxRecoverySeconds: 10,
    cause: async ({ postgres }) => {
      await postgres.stop("immediate");
      await pause(outageMillis);
      await postgres.start();
    },
  },
  {
    id: "unavailable-at-start",
    name: "F-01 both servers start while PostgreSQL is unavailable",
    mode: "production",
    maxRecoverySeconds: 10,
    // A killed server may leave one duplicate write.
    maxDuplicates: 1,
    toleratedFailures: endOfServer,
    cause: async ({ postgres, portal }) => {
      await postgres.stop("fast");
      await Promise.all(([0, 1] as const).map((nth) => portal.end(nth, "SIGKILL")));
      const started = Promise.all(([0, 1] as const).map((nth) => portal.restart(nth)));
      await pause(outageMillis);
      await postgres.start();
      await started;
    },
  },
  {
    id: "stopped",
    name: "F-06 every process of PostgreSQL is stopped with SIGSTOP for 8 seconds",
    maxRecoverySeconds: 10,
    cause: async ({ postgres }) => {
      const pids = postgres.pids();
      for (const pid of pids) process.kill(pid, "SIGSTOP");
      await pause(outageMillis);
      for (const pid of pids) process.kill(pid, "SIGCONT");
    },
  },
  {
    id: "reset",
    name: "A-195 all connections are reset twenty times within three seconds",
    maxRecoverySeconds: 5,
    cause: async ({ proxy }) => {
      for (let turn = 0; turn < 20; turn += 1) {
        proxy.resetConnections();
        await pause(150);
      }
    },
  },
  {
    id: "freeze",
    mix: "withApplication",
    name: "F-06 F-36 the network forwards nothing for 8 seconds and keeps all connections open",
    maxRecoverySeconds: 10,
    cause: async ({ proxy }) => {
      proxy.freeze();
      await pause(outageMillis);
      proxy.thaw();
    },
  },
  {
    id: "black-hole",
    name: "F-06 the open connections stay silent forever; new ones work",
    maxRecoverySeconds: 10,
    // The proxy acknowledges what it drops, so PostgreSQL's keep-alive does not free the backends.
    cause: async ({ proxy }) => {
      proxy.blackHoleConnections();
    },
  },
  {
    id: "lock",
    name: "F-06 another program locks the written tables for 8 seconds",
    maxRecoverySeconds: 5,
    cause: async ({ postgres }) => {
      await withClient(postgres, async (client) => {
        await client.query(
          "begin; lock table registration_attempt, recovery, sign_in_failure in access exclusive mode",
        );
        await pause(outageMillis);
        await client.query("rollback");
      });
    },
  },
  {
    id: "deadlocks",
    name: "F-07 another program locks the same rows in the opposite order, for 8 seconds",
    maxRecoverySeconds: 5,
    cause: async ({ postgres }) => {
      await changeSetting(postgres, "deadlock_timeout", "'20ms'");
      await Promise.all(Array.from({ length: 4 }, () => lockInOppositeOrder(postgres, outageMillis)));
      await changeSetting(postgres, "deadlock_timeout");
      const rows = await postgres.query(
        "select deadlocks::int from pg_stat_database where datname = current_database()",
      );
      console.log(`  ${rows[0]?.deadlocks} deadlocks`);
      return rows[0]?.deadlocks === 0 ? ["no deadlock happened: the drill shows nothing"] : [];
    },
  },
  {
    id: "read-only",
    mix: "withApplication",
    name: "F-04 F-36 the database is read-only for 8 seconds (default_transaction_read_only)",
    maxRecoverySeconds: 5,
    cause: async ({ postgres }) => {
      await changeSetting(postgres, "default_transaction_read_only", "on");
      await pause(outageMillis);
      await changeSetting(postgres, "default_transaction_read_only");
    },
  },
  {
    id: "connections",
    name: "F-05 another program uses all connections of PostgreSQL for 8 seconds",
    maxRecoverySeconds: 5,
    cause: async ({ postgres }) => {
      await useAllConnections(postgres, outageMillis);
    },
  },
  {
    id: "full-disk",
    mix: "withApplication",
    name: "F-08 F-36 the disk of PostgreSQL is full for 8 seconds",
    maxRecoverySeconds: 15,
    diskMegabytes: 400,
    cause: async ({ postgres }) => {
      const free = postgres.fillDisk();
      await pause(outageMillis);
      free();
      // PostgreSQL exits without space for its log; in a deployment its supervisor starts it again.
      await postgres.start();
    },
  },
  {
    id: "certificate",
    name: "F-31 the certificate of PostgreSQL expires and is renewed",
    maxRecoverySeconds: 10,
    // The embedded PostgreSQL listens only on a Unix domain socket, which does not support TLS.
    only: "external",
    prepare: expiredCertificate,
  },
  {
    id: "promote",
    name: "F-04 the standby is promoted after the primary has crashed",
    maxRecoverySeconds: 10,
    only: "external",
    withStandby: true,
    cause: async (context) => {
      await context.postgres.stop("immediate");
      await switchToStandby(context);
    },
  },
  {
    id: "promote-read-only",
    name: "F-04 the standby is promoted while the primary stays up and read-only",
    maxRecoverySeconds: 10,
    only: "external",
    withStandby: true,
    cause: async (context) => {
      await changeSetting(context.postgres, "default_transaction_read_only", "on");
      await switchToStandby(context);
    },
  },
];

export const drills = faults.map(drillUnderLoad);

async function expiredCertificate(): Promise<FaultSetup> {
  const { expired, valid, settings } = await issueCertificates();
  return {
    databaseTls: valid,
    settings,
    cause: async ({ postgres, portal }) => {
      await postgres.serveTls(expired);
      await endBackends(postgres);
      await pause(outageMillis);
      const statuses = await Promise.all(
        portal.servers.map(({ port }) => call({ port, path: "/health/ready" }).then(({ status }) => status)),
      );
      await postgres.serveTls(valid);
      return statuses.every((status) => status === 503) ? [] : ["a server trusts an expired certificate"];
    },
  };
}

async function switchToStandby({ proxy, standby, portal }: DrillContext): Promise<void> {
  if (standby === undefined) throw new Error("the drill has no standby");
  await standby.promote();
  proxy.switchTo(standby.target);
  await portal.inspectDatabase(standby.url());
}

async function endBackends({ query }: Postgres): Promise<void> {
  await query(
    "select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  );
}

/** Changes a setting of the whole server. Without a value, resets it to its default. */
async function changeSetting({ query }: Postgres, name: string, value?: string): Promise<void> {
  await query(value === undefined ? `alter system reset ${name}` : `alter system set ${name} = ${value}`);
  await query("select pg_reload_conf()");
}
