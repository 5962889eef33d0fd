import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findBinaries } from "./binaries.adapter.ts";
import {
  type Cluster,
  longestStartSeconds,
  makeCluster,
  startCluster,
  stopCluster,
  watchTemporary,
} from "./cluster.adapter.ts";
import { clusterFolder, removeSocketFolder, socketFolder } from "./cluster-folder.adapter.ts";
import { clusterOwner } from "./cluster-owner.adapter.ts";
import {
  findPostmaster,
  isPostmasterAlive,
  type Postmaster,
  recordedPostmaster,
  socketUrl,
} from "./postmaster.adapter.ts";
import { acquirePresence, type Presence } from "./presence.adapter.ts";

export interface EmbeddedPostgresOptions {
  /** Folder of the cluster; created when missing. */
  dataDir: string;
  /** `temporary`: deleted at the end, even when this process is killed. */
  lifetime: "kept" | "temporary";
}

/** After a crash, old backends may briefly occupy the cluster's shared memory. */
const retryMillis = 2000;
/** As long as pg_ctl waits: another server may be starting or stopping PostgreSQL on a slow machine. */
const longestWaitMillis = longestStartSeconds * 1000;

/** Creates a cluster when there is none, and adopts a running one. Several servers may share a dataDir. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions) {
  if (process.platform === "win32")
    throw new Error("Set DATABASE_URL: the embedded PostgreSQL runs on Linux and macOS.");
  const owner = clusterOwner();
  const dataDir = resolve(options.dataDir);
  const folder = await clusterFolder(dataDir, owner);
  const cluster: Cluster = { binaries: await findBinaries(owner), owner, folder, lifetime: options.lifetime };
  const created = await makeCluster(cluster);
  const { presence, postmaster, found } = await reach(cluster);
  if (options.lifetime === "temporary") watchTemporary(cluster, { dataDir, socketFolder: postmaster.socketFolder });
  return {
    /** URL of the database `vestibule` as its owner role. */
    url: socketUrl(postmaster, { database: "vestibule", role: "vestibule" }),
    /** URL of the same database as the service role, which has only the privileges it needs. */
    serviceUrl: socketUrl(postmaster, { database: "vestibule", role: "vestibule_service" }),
    /** Whether the cluster was newly created, started from existing data, or already running. */
    origin: created === "made" ? "made" : found,
    /** Stops using the cluster; the last server that does so stops PostgreSQL. */
    stop: async () => {
      if (!(await presence.leave())) return;
      await stopCluster(cluster, options.lifetime === "kept" ? "fast" : "immediate");
      await presence.end();
      await removeSocketFolder(postmaster.socketFolder);
      if (options.lifetime === "temporary") {
        for (const path of [folder.home, dataDir]) await rm(path, { recursive: true, force: true });
      }
    },
  };
}

interface Reached {
  presence: Presence;
  postmaster: Postmaster;
  found: "started" | "adopted";
}

/** Retries until the cluster is adopted or started, because another server may be starting or stopping it. */
async function reach(cluster: Cluster): Promise<Reached> {
  const startedAt = Date.now();
  let aliveAt = startedAt;
  for (;;) {
    const attemptedAt = Date.now();
    // Checked before the attempt: one that failed because of it may end after it.
    if (await isPostmasterAlive(cluster.folder.data)) aliveAt = attemptedAt;
    try {
      return (await adopt(cluster)) ?? (await start(cluster));
    } catch (fault) {
      if (attemptedAt - aliveAt > retryMillis || attemptedAt - startedAt > longestWaitMillis) throw fault;
      await pause(50);
    }
  }
}

async function adopt(cluster: Cluster): Promise<Reached | undefined> {
  const postmaster = await findPostmaster(cluster.folder.data);
  if (postmaster === undefined) return undefined;
  return { presence: await acquirePresence(postmaster), postmaster, found: "adopted" };
}

async function start(cluster: Cluster): Promise<Reached> {
  const killed = await recordedPostmaster(cluster.folder.data);
  const socket = await socketFolder(cluster.owner);
  try {
    await startCluster(cluster, socket);
    if (killed !== undefined) await removeSocketFolder(killed.socketFolder);
    const postmaster = await findPostmaster(cluster.folder.data);
    if (postmaster === undefined) throw new Error("PostgreSQL ended as soon as it started");
    return { presence: await acquirePresence(postmaster), postmaster, found: "started" };
  } catch (fault) {
    // A server that runs already, but accepted no connection in time, is adopted by its socket.
    const running = await findPostmaster(cluster.folder.data);
    if (running?.socketFolder !== socket) await removeSocketFolder(socket);
    throw fault;
  }
}
