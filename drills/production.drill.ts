import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openDatabase } from "@vestibule/api/platform/database.adapter.ts";
import { gatewayOutcomes } from "@vestibule/catalogue/gateway.table.ts";
import { password, personOf } from "../bench/people.ts";
import { signIn } from "../bench/sign-in.ts";
import type { DrillPortal } from "./drill-portal.ts";
import {
  type DrillPostgres,
  ownersFolder,
  removeFolder,
  runPostgresProgram,
  startDrillPostgres,
  writeAsOwner,
} from "./drill-postgres.ts";
import { type DrillContext, drillUnderLoad, type FaultUnderLoad } from "./fault-under-load.ts";
import { countRows } from "./invariants.ts";
import type { AcceptedWrite, Load } from "./load.ts";

/** What nginx answers for a server that has ended, to a form that it may not send twice. */
const fromNginx = /answered 50[24]/;
const serverCount = 4;
const replacements = 20;
const betweenBackupsMillis = 3000;
const betweenReplacementsMillis = 4000;
const longestArchiveMillis = 20_000;

const faults: readonly FaultUnderLoad[] = [
  {
    id: "behind-nginx",
    name: `F-21 F-22 behind nginx, one of four servers is killed and another replaced, ${replacements} times`,
    mode: "production",
    maxSecondsUntilServed: 5,
    maxDoubled: 1,
    excused: fromNginx,
    leavesTraces: true,
    serverCount,
    behindNginx: true,
    cause: async ({ portal }) => {
      for (let turn = 0; turn < replacements; turn += 1) {
        const killed = randomInt(serverCount);
        const replaced = (killed + 1 + randomInt(serverCount - 1)) % serverCount;
        await pause(randomInt(1000));
        await Promise.all([
          portal.end(killed, "SIGKILL").then(() => portal.restart(killed)),
          portal.end(replaced, "SIGTERM").then(() => portal.restart(replaced)),
        ]);
      }
    },
  },
  {
    id: "promote",
    name: "F-04 the standby takes over from a crashed primary; the servers know both hosts",
    maxSecondsUntilServed: 10,
    only: "external",
    withStandby: true,
    connection: "severalHosts",
    leavesTraces: true,
    cause: async ({ postgres, standby, portal }) => {
      if (standby === undefined) throw new Error("the drill has no standby");
      await postgres.stop("immediate");
      await standby.promote();
      await portal.lookInto(standby.url());
    },
  },
  {
    id: "pooler",
    name: "F-02 the servers connect through PgBouncer in transaction mode, which is killed and started again",
    maxSecondsUntilServed: 5,
    only: "external",
    connection: "pgBouncer",
    leavesTraces: true,
    cause: async ({ pgBouncer }) => {
      await pgBouncer?.restart();
    },
  },
  {
    id: "restore",
    name: "F-35 a dump and an archived write-ahead log, both made under load, are restored into empty servers",
    mode: "production",
    maxSecondsUntilServed: 5,
    only: "external",
    leavesTraces: true,
    cause: restoreBackups,
  },
  {
    id: "upgrade",
    name: "F-26 two servers of an earlier version are replaced by this one, and go back, one after the other",
    mode: "production",
    maxSecondsUntilServed: 0,
    needsEarlier: true,
    leavesTraces: true,
    cause: async ({ portal }, load) => {
      for (const version of ["this", "earlier"] as const)
        for (const nth of [0, 1]) {
          await portal.end(nth, "SIGTERM");
          await portal.restart(nth, version);
          await pause(betweenReplacementsMillis);
        }
      return load.countFailures() === "none" ? [] : [`requests failed: ${load.countFailures()}`];
    },
  },
];

export const drills = faults.map(drillUnderLoad);

/** As docs/operations/backup.md and restore.md say, with the database in use. */
async function restoreBackups({ postgres, portal }: DrillContext, load: Load): Promise<string[]> {
  const folder = ownersFolder();
  const file = (name: string) => join(folder, name);
  const primary = ["--dbname", postgres.url()];
  try {
    await archiveTo(postgres, file("archive"));
    const base = ["--pgdata", file("base"), "--wal-method", "stream", "--checkpoint", "fast"];
    await runPostgresProgram("pg_basebackup", [...primary, ...base]);
    const beforeDump = [...load.accepted];
    await runPostgresProgram("pg_dump", [...primary, "--format=custom", "--file", file("dump")]);
    await pause(betweenBackupsMillis);
    const beforeSwitch = [...load.accepted];
    await archiveSoFar(postgres);

    const fromDump = await startDrillPostgres({ kind: "external" });
    await runPostgresProgram("pg_restore", ["--clean", "--if-exists", "--dbname", fromDump.url(), file("dump")]);
    const fromArchive = await startDrillPostgres({
      kind: "external",
      restoreTo: async (data) => {
        execFileSync("cp", ["-a", file("base"), data]);
        writeAsOwner(join(data, "recovery.signal"), "");
        const restore = `restore_command = 'cp "${file("archive")}/%f" "%p"'\nrecovery_target_action = promote\n`;
        writeAsOwner(join(data, "postgresql.auto.conf"), restore);
      },
    });
    return [
      ...(await findLosses(portal, { restored: fromDump, from: "the dump", accepted: beforeDump })),
      ...(await findLosses(portal, { restored: fromArchive, from: "the archive", accepted: beforeSwitch })),
    ];
  } finally {
    removeFolder(folder);
  }
}

async function archiveTo({ query, stop, start }: DrillPostgres, folder: string): Promise<void> {
  await query("alter system set archive_mode = on");
  await query(`alter system set archive_command = 'mkdir -p "${folder}" && cp "%p" "${folder}/%f"'`);
  await stop();
  await start();
}

/** Archives all that was written so far. */
async function archiveSoFar({ query }: DrillPostgres): Promise<void> {
  const [current] = await query("select pg_walfile_name(pg_switch_wal()) as name");
  const latest = performance.now() + longestArchiveMillis;
  while (performance.now() < latest) {
    const [archived] = await query("select last_archived_wal as name from pg_stat_archiver");
    if (String(archived?.name) >= String(current?.name)) return;
    await pause(200);
  }
  throw new Error("the write-ahead log was not archived");
}

/** Walks a sign-in over a restored database, and reads what it lacks. Removes it. */
async function findLosses(
  portal: DrillPortal,
  { restored, from, accepted }: { restored: DrillPostgres; from: string; accepted: readonly AcceptedWrite[] },
): Promise<string[]> {
  const url = restored.url();
  const { database } = openDatabase({ url, poolSize: 2 });
  try {
    while ((await restored.query("select pg_is_in_recovery() as reads"))[0]?.reads) await pause(200);
    const { lost, doubled, violations } = await countRows(database, accepted);
    await portal.runOver(url, ["database", "restored"]);
    await portal.runOver(url, ["audit", "verify"]);
    const server = await portal.startOver(url);
    const { email: username } = personOf("holder", portal.nextHolder());
    const { location = "" } = (await signIn(server.port, { username, password })).headers;
    await server.stop();
    console.log(`  ${from}: ${accepted.length} accepted writes, ${lost} lost, ${doubled} doubled`);
    return [
      ...violations.map((violation) => `${from}: ${violation}`),
      ...(location.includes(gatewayOutcomes.success.code) ? [] : [`${from}: a sign-in was answered ${location}`]),
    ];
  } finally {
    await database.destroy();
    await restored.remove();
  }
}
