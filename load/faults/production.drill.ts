import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openDatabase } from "@vestibule/api/platform/database.adapter.ts";
import { waitUntil } from "../../test/wait-until.ts";
import { nextHolderOf, signsIn } from "../person.ts";
import type { Portal } from "../portal.ts";
import {
  ownersFolder,
  type Postgres,
  removeFolder,
  runPostgresProgram,
  startPostgres,
  writeAsOwner,
} from "../postgres.ts";
import { faultsBehindNginx } from "./behind-nginx.ts";
import { type DrillContext, drillUnderLoad, type FaultUnderLoad } from "./fault-under-load.ts";
import { verifyRows } from "./invariants.ts";
import type { AcceptedWrite, Load } from "./load.ts";

const backupIntervalMillis = 3000;
const archiveTimeoutSeconds = 20;

const faults: readonly FaultUnderLoad[] = [
  ...faultsBehindNginx,
  {
    id: "promote",
    name: "F-04 the standby is promoted after the primary has crashed; the URL of the servers has both hosts",
    maxRecoverySeconds: 10,
    only: "external",
    withStandby: true,
    connection: "severalHosts",
    cause: async ({ postgres, standby, portal }) => {
      if (standby === undefined) throw new Error("the drill has no standby");
      await postgres.stop("immediate");
      await standby.promote();
      await portal.inspectDatabase(standby.url());
    },
  },
  {
    id: "pooler",
    name: "F-02 the servers connect through PgBouncer in transaction mode, which is killed and started again",
    maxRecoverySeconds: 5,
    only: "external",
    connection: "pgBouncer",
    cause: async ({ pgBouncer }) => {
      await pgBouncer?.restart();
    },
  },
  {
    id: "restore",
    name: "F-35 a dump and an archived write-ahead log, both made under load, are restored into empty clusters",
    mode: "production",
    maxRecoverySeconds: 5,
    only: "external",
    cause: restoreBackups,
  },
];

export const drills = faults.map(drillUnderLoad);

/** Follows docs/operations/backup.md and restore.md while the database is in use. */
async function restoreBackups({ postgres, portal }: DrillContext, load: Load): Promise<string[]> {
  const folder = ownersFolder();
  const file = (name: string) => join(folder, name);
  const primary = ["--dbname", postgres.url()];
  try {
    await archiveTo(postgres, file("archive"));
    const base = ["--pgdata", file("base"), "--wal-method", "stream", "--checkpoint", "fast"];
    await runPostgresProgram("pg_basebackup", [...primary, ...base]);
    const acceptedBeforeDump = [...load.accepted];
    await runPostgresProgram("pg_dump", [...primary, "--format=custom", "--file", file("dump")]);
    await pause(backupIntervalMillis);
    const acceptedBeforeSwitch = [...load.accepted];
    await archiveWal(postgres);

    await using fromDump = await startPostgres({ kind: "external" });
    await runPostgresProgram("pg_restore", ["--clean", "--if-exists", "--dbname", fromDump.url(), file("dump")]);
    await using fromArchive = await startPostgres({
      kind: "external",
      restoreTo: async (data) => {
        execFileSync("cp", ["-a", file("base"), data]);
        writeAsOwner(join(data, "recovery.signal"), "");
        const restore = `restore_command = 'cp "${file("archive")}/%f" "%p"'\nrecovery_target_action = promote\n`;
        writeAsOwner(join(data, "postgresql.auto.conf"), restore);
      },
    });
    return [
      ...(await verifyRestored(portal, { restored: fromDump, from: "the dump", accepted: acceptedBeforeDump })),
      ...(await verifyRestored(portal, { restored: fromArchive, from: "the archive", accepted: acceptedBeforeSwitch })),
    ];
  } finally {
    removeFolder(folder);
  }
}

async function archiveTo({ query, stop, start }: Postgres, folder: string): Promise<void> {
  await query("alter system set archive_mode = on");
  await query(`alter system set archive_command = 'mkdir -p "${folder}" && cp "%p" "${folder}/%f"'`);
  await stop();
  await start();
}

/** Archives the write-ahead log up to now. */
async function archiveWal({ query }: Postgres): Promise<void> {
  const [current] = await query("select pg_walfile_name(pg_switch_wal()) as name");
  const isArchived = async () => {
    const [archived] = await query("select last_archived_wal as name from pg_stat_archiver");
    return String(archived?.name) >= String(current?.name);
  };
  if (!(await waitUntil(isArchived, { seconds: archiveTimeoutSeconds })))
    throw new Error("the write-ahead log was not archived");
}

/** Checks the rows of a restored database and a sign-in over it. Returns violations, one sentence each. */
async function verifyRestored(
  portal: Portal,
  { restored, from, accepted }: { restored: Postgres; from: string; accepted: readonly AcceptedWrite[] },
): Promise<string[]> {
  const url = restored.url();
  const { database } = openDatabase({ url, poolSize: 2 });
  try {
    while ((await restored.query("select pg_is_in_recovery() as recovering"))[0]?.recovering) await pause(200);
    const { lost, duplicated, violations } = await verifyRows(database, accepted);
    await portal.runCommandOn(url, ["database", "restored"]);
    await portal.runCommandOn(url, ["audit", "verify"]);
    const server = await portal.startServerWith({ DATABASE_URL: url, MIGRATION_DATABASE_URL: url });
    const isSignedIn = await signsIn(server.port, nextHolderOf(portal));
    await server.end();
    console.log(`  ${from}: ${accepted.length} accepted writes, ${lost} lost, ${duplicated} duplicated`);
    return [
      ...violations.map((violation) => `${from}: ${violation}`),
      ...(isSignedIn ? [] : [`${from}: a person could not sign in`]),
    ];
  } finally {
    await database.destroy();
  }
}
