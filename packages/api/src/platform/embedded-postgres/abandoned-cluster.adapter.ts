import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openFolderForAll } from "./open-folder.adapter.ts";
import { findPostmaster } from "./postmaster.adapter.ts";

export const clusterPrefix = "cluster-";

/** Writes into a cluster that lies elsewhere which note points to it. */
export async function recordOwner({ home, note }: { home: string; note: string }): Promise<void> {
  await writeFile(join(home, "noted-in"), note);
}

/** Removes clusters whose data folder was deleted: nobody can find them any more, and each takes 40 MB. */
export async function removeAbandoned(): Promise<void> {
  const open = await openFolderForAll();
  for (const name of await readdir(open)) {
    const home = join(open, name);
    if (name.startsWith(clusterPrefix) && (await isAbandoned(home))) await rm(home, { recursive: true, force: true });
  }
}

/** Never while it runs, nor while the place of its data folder is out of sight as a whole (a disk that is not there). */
async function isAbandoned(home: string): Promise<boolean> {
  const note = await read(join(home, "noted-in"));
  if (note === undefined || (await read(note)) === home) return false;
  const dataDir = dirname(dirname(note));
  const inSight = await stat(dirname(dataDir)).then(
    () => true,
    () => false,
  );
  return inSight && (await findPostmaster(join(home, "data"))) === undefined;
}

const read = (file: string) =>
  readFile(file, "utf8").then(
    (text) => text.trim(),
    () => undefined,
  );
