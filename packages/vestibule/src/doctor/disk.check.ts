import { statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { operatorText } from "@vestibule/wording/operator-text.rule.ts";
import type { Settings } from "../settings/settings.rule.ts";
import { type Finding, fault, ok, warning } from "./check.ts";

const mebibyte = 1024 ** 2;
/** PostgreSQL stops at a full disk; its log of one busy day fits in the larger one. */
const least = 256 * mebibyte;
const enough = 2048 * mebibyte;

export async function checkFreeSpace({ dataDir }: Pick<Settings, "dataDir">): Promise<Finding> {
  const subject = operatorText("subject.disk");
  if (dataDir.kind === "temporary") return ok(subject, operatorText("keepsNothing"));
  const free = await freeBytes(resolve(dataDir.path));
  const detail = operatorText("freeSpace", { megabytes: Math.floor(free / mebibyte) });
  if (free < least) return fault(subject, detail);
  return free < enough ? warning(subject, detail) : ok(subject, detail);
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
