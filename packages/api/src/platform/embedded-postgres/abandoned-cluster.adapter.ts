import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openFolderForAll } from "./open-folder.adapter.ts";
import { findPostmaster } from "./postmaster.adapter.ts";

export const clusterPrefix = "cluster-";

/** Content of a file in a cluster outside DATA_DIR, which names the note that points to the cluster. */
interface NoteFile {
  note: string;
  device: number;
}

export async function recordOwner({ home, note }: { home: string; note: string }): Promise<void> {
  const readNote: NoteFile = { note, device: (await stat(note)).dev };
  await writeFile(join(home, "noted-in.json"), JSON.stringify(readNote));
}

/** Removes clusters whose data folder was deleted; they are unreachable and take 40 MB each. */
export async function removeAbandoned(): Promise<void> {
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
export const readText = (file: string) =>
  readFile(file, "utf8").then(
    (text) => text.trim() || undefined,
    () => undefined,
  );
