import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { asOwner, clusterOwner } from "@vestibule/api/platform/embedded-postgres/cluster-owner.adapter.ts";
import { endProcess, endWithThisProcess } from "../../test/child-process.ts";
import { freePort } from "../../test/loopback-port.ts";
import { waitUntil } from "../../test/wait-until.ts";
import { isAnswering, ownersFolder, removeFolder, writeAsOwner } from "../postgres.ts";

/** The installed PgBouncer, in transaction mode, in front of one PostgreSQL. */
export type PgBouncer = Awaited<ReturnType<typeof startPgBouncer>>;

/** Starts PgBouncer in front of the PostgreSQL at the URL `server`, which accepts this machine without a password. */
export async function startPgBouncer(server: string) {
  const { hostname, port: serverPort, username, pathname } = new URL(server);
  const database = pathname.slice(1);
  const folder = ownersFolder();
  const port = await freePort();
  const config = join(folder, "pgbouncer.ini");
  writeAsOwner(join(folder, "users.txt"), `"${username}" ""\n`);
  writeAsOwner(
    config,
    [
      "[databases]",
      `${database} = host=${hostname} port=${serverPort} dbname=${database}`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${port}`,
      "unix_socket_dir =",
      "pool_mode = transaction",
      "auth_type = trust",
      `auth_file = ${join(folder, "users.txt")}`,
      "max_client_conn = 300",
      "default_pool_size = 20",
      "server_login_retry = 1",
      "ignore_startup_parameters = extra_float_digits\n",
    ].join("\n"),
  );
  const url = `postgres://${username}@127.0.0.1:${port}/${database}?pgbouncer=true`;
  let child: ChildProcess;
  const start = async () => {
    child = spawn("pgbouncer", ["-q", config], {
      ...asOwner(clusterOwner()),
      // Debian installs it in a folder that is only in the path of root.
      env: { PATH: `${process.env.PATH}:/usr/sbin` },
      stdio: ["ignore", "ignore", "inherit"],
    });
    endWithThisProcess(child);
    const failed = once(child, "exit").then(() => {
      throw new Error("pgbouncer did not start; install the package pgbouncer");
    });
    const responses = await Promise.race([failed, waitUntil(() => isAnswering(url), { seconds: 10 })]);
    failed.catch(() => {});
    if (!responses) throw new Error("pgbouncer does not answer");
  };
  await start();
  return {
    url,
    /** Kills it and starts it again. */
    restart: async () => {
      await endProcess(child, "SIGKILL");
      await start();
    },
    [Symbol.asyncDispose]: async () => {
      await endProcess(child, "SIGKILL");
      removeFolder(folder);
    },
  };
}
