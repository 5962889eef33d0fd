import { chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { createFolder } from "../create-folder.adapter.ts";
import { type ClusterOwner, canUse } from "./cluster-owner.adapter.ts";
import { openFolderForAll } from "./open-folder.adapter.ts";
import { findPostmaster } from "./postmaster.adapter.ts";

const clusterPrefix = "cluster-";

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

/** Content of a file in a cluster outside DATA_DIR, which names the note that points to the cluster. */
interface NoteFile {
  note: string;
  device: number;
}

async function recordOwner({ home, note }: { home: string; note: string }): Promise<void> {
  const readNote: NoteFile = { note, device: (await stat(note)).dev };
  await writeFile(join(home, "noted-in.json"), JSON.stringify(readNote));
}

/** Removes clusters whose data folder was deleted; they are unreachable and take 40 MB each. */
async function removeAbandoned(): Promise<void> {
  const open = await openFolderForAll();
  for (const name of await readdir(open)) {
    const home = join(open, name);
    if (name.startsWith(clusterPrefix) && (await isAbandoned(home))) await rm(home, { recursive: true, force: true });
  }
}

/** False while the cluster runs, or while the file system of its data folder is not mounted. */
async function isAbandoned(home: string): Promise<boolean> {
  const readNote = await readText(join(home, "noted-in.json"));
  if (readNote === undefined) return false;
  const { note, device }: NoteFile = JSON.parse(readNote);
  if ((await readText(note)) === home || (await deviceOf(note)) !== device) return false;
  return (await findPostmaster(join(home, "data"))) === undefined;
}

/** Device of a path, or of its nearest existing parent. */
async function deviceOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return found?.dev ?? deviceOf(dirname(path));
}

/** Reads a file; undefined where it is missing or empty. */
const readText = (file: string) =>
  readFile(file, "utf8").then(
    (text) => text.trim() || undefined,
    () => undefined,
  );

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
