import { statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Settings } from "../settings/settings.rule.ts";
import { type Finding, fault, ok, warning } from "./check.ts";

const mebibyte = 1024 ** 2;
/** PostgreSQL stops at a full disk; its log of one busy day fits in the larger one. */
const least = 256 * mebibyte;
const enough = 2048 * mebibyte;

export async function checkFreeSpace({ dataDir }: Pick<Settings, "dataDir">): Promise<Finding> {
  if (dataDir.kind === "temporary") return ok("free disk", "DATA_DIR=memory: keeps nothing");
  const free = await freeBytes(resolve(dataDir.path));
  const detail = `${Math.floor(free / mebibyte)} MB for DATA_DIR`;
  if (free < least) return fault("free disk", detail);
  return free < enough ? warning("free disk", detail) : ok("free disk", detail);
}

/** Free bytes on the disk of the folder, or of the nearest one above it that exists. */
async function freeBytes(path: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  } catch (thrown) {
    if (dirname(path) === path) throw thrown;
    return freeBytes(dirname(path));
  }
}
