import { chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createFolder } from "../create-folder.adapter.ts";
import { clusterPrefix, readText, recordOwner, removeAbandoned } from "./abandoned-cluster.adapter.ts";
import { type ClusterOwner, canUse } from "./cluster-owner.adapter.ts";
import { openFolderForAll } from "./open-folder.adapter.ts";

/** Location of a cluster: `home` belongs to the owner and contains the data, the log and drafts. */
export interface ClusterFolder {
  home: string;
  data: string;
  logFile: string;
}

/**
 * Returns the cluster's folder under `dataDir`. When the owner cannot access `dataDir`, the cluster is in a shared
 * folder and `dataDir` contains a note with its path, so that deleting `dataDir` still starts with a new cluster.
 */
export async function clusterFolder(dataDir: string, owner: ClusterOwner): Promise<ClusterFolder> {
  await createFolder(dataDir);
  const inside = join(dataDir, "postgresql");
  await makeOwned(inside, owner);
  if (canUse({ owner, path: inside, access: "write" })) return clusterFolderAt(inside);
  return clusterFolderAt(await recordedHome(join(inside, "elsewhere"), owner));
}

async function recordedHome(note: string, owner: ClusterOwner): Promise<string> {
  const noted = await readText(note);
  if (noted !== undefined) {
    await makeOwned(noted, owner);
    return noted;
  }
  const home = await mkdtemp(join(await openFolderForAll(), clusterPrefix));
  try {
    await writeFile(note, home, { flag: "wx" });
  } catch {
    // A concurrent server wrote the note first; its folder is used.
    await rm(home, { recursive: true });
    return recordedHome(note, owner);
  }
  await makeOwned(home, owner);
  await recordOwner({ home, note });
  await removeAbandoned();
  return home;
}

const socketFolderPrefix = "vestibule-pg-";

/** Creates a private folder for the socket with a short path, since a socket path is limited to 107 characters. */
export async function socketFolder(owner: ClusterOwner): Promise<string> {
  const folder = await mkdtemp(
    join(canUse({ owner, path: tmpdir(), access: "run" }) ? tmpdir() : "/tmp", socketFolderPrefix),
  );
  if (owner.drop) await chown(folder, owner.drop.uid, owner.drop.gid);
  return folder;
}

/** Removes a socket folder created by this product, and nothing else. */
export async function removeSocketFolder(folder: string): Promise<void> {
  if (basename(folder).startsWith(socketFolderPrefix)) await rm(folder, { recursive: true, force: true });
}

const clusterFolderAt = (home: string): ClusterFolder => ({
  home,
  data: join(home, "data"),
  logFile: join(home, "postgresql.log"),
});

async function makeOwned(folder: string, owner: ClusterOwner): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (owner.drop) await chown(folder, owner.drop.uid, owner.drop.gid);
}
