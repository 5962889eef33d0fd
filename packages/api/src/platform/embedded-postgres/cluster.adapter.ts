import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Binaries } from "./binaries.adapter.ts";
import type { ClusterFolder } from "./cluster-folder.adapter.ts";
import { asOwner, type ClusterOwner } from "./cluster-owner.adapter.ts";

const run = promisify(execFile);

export const longestStartSeconds = 60;

export interface Cluster {
  binaries: Binaries;
  owner: ClusterOwner;
  folder: ClusterFolder;
  /** `kept` survives a power failure; `temporary` is faster and is deleted at the end. */
  lifetime: "kept" | "temporary";
}

/** Creates the cluster under a temporary name, so that of concurrent servers only one rename succeeds. */
export async function makeCluster({ binaries, owner, folder, lifetime }: Cluster): Promise<"made" | "found"> {
  if (await versionOf(folder.data)) return "found";
  const draft = `${folder.data}.${randomBytes(6).toString("hex")}`;
  // ICU's root collation sorts French correctly, whatever the machine's locale.
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=icu", "--icu-locale=und"];
  const options = [...locale, "--username=vestibule", "--auth=trust", "--no-instructions"];
  if (lifetime === "temporary") options.push("--no-sync");
  await run(binaries.initdb, ["-D", draft, ...options], asOwner(owner));
  try {
    await rename(draft, folder.data);
    return "made";
  } catch (fault) {
    await rm(draft, { recursive: true, force: true });
    if (await versionOf(folder.data)) return "found";
    throw fault;
  }
}

/** Starts the server detached, on a socket that only its owner can open. Rejects when it does not start. */
export async function startCluster(cluster: Cluster, socketFolder: string): Promise<void> {
  const { binaries, folder, owner } = cluster;
  const settings = [
    "listen_addresses=",
    `unix_socket_directories=${socketFolder}`,
    "unix_socket_permissions=0700",
    "port=5432",
    "max_connections=200",
    // Error details and statements contain personal data.
    "log_error_verbosity=terse",
    "log_min_error_statement=panic",
    ...(cluster.lifetime === "temporary" ? ["fsync=off", "synchronous_commit=off", "full_page_writes=off"] : []),
  ];
  const options = settings.map((setting) => `-c ${shellQuoted(setting)}`).join(" ");
  const command = [
    "start",
    "-D",
    folder.data,
    "-l",
    folder.logFile,
    "-w",
    "-t",
    `${longestStartSeconds}`,
    "-s",
    "-o",
    options,
  ];
  await run(binaries.pgCtl, command, asOwner(owner));
}

/** Stops the server: `fast` writes all data first, `immediate` does not. Does nothing when it is not running. */
export async function stopCluster({ binaries, folder, owner }: Cluster, mode: "fast" | "immediate"): Promise<void> {
  const command = ["stop", "-D", folder.data, "-m", mode, "-w", "-t", "30", "-s"];
  await run(binaries.pgCtl, command, asOwner(owner)).catch(() => {});
}

/** Waits until its input closes, which happens whenever this process ends, then deletes the cluster. */
const deletion = `
  read -r _
  postmaster=$(head -n 1 "$0/postmaster.pid" 2>/dev/null) && kill -QUIT "$postmaster"
  while kill -0 "$postmaster"; do sleep 0.05; done
  rm -rf "$1" "$2" "$3"
`;

/** Deletes a temporary cluster when its server ends, even if it is killed. */
export function watchTemporary(
  { folder }: Cluster,
  { dataDir, socketFolder }: { dataDir: string; socketFolder: string },
): void {
  const folders = [folder.data, folder.home, dataDir, socketFolder];
  spawn("/bin/sh", ["-c", deletion, ...folders], {
    detached: true,
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
  }).unref();
}

const versionOf = (data: string) =>
  readFile(join(data, "PG_VERSION"), "utf8").then(
    (text) => text.trim(),
    () => undefined,
  );

const shellQuoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
