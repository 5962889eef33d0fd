import { lstat, mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { faultCode } from "../fault-code.rule.ts";

/**
 * Returns a folder that is owned by root and readable by all users, for files that the cluster's owner must reach when
 * only root can access the project or DATA_DIR. Never returns one that another user created or can write to.
 */
export async function openFolderForAll(): Promise<string> {
  for (const folder of ["/var/lib/vestibule", join(tmpdir(), "vestibule-of-root")]) {
    try {
      await mkdir(folder, { mode: 0o755 });
    } catch (fault) {
      if (faultCode(fault) !== "EEXIST") continue;
    }
    const found = await lstat(folder);
    const ours = found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
    if (ours && (found.mode & 0o005) === 0o005) return folder;
  }
  throw new Error("No folder was found where an unprivileged user can run PostgreSQL. Set DATABASE_URL instead.");
}
