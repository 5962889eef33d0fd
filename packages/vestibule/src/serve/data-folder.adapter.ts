import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Settings } from "../settings/settings.rule.ts";

export interface DataFolder {
  path: string;
  lifetime: "kept" | "temporary";
}

/** The folder of DATA_DIR; for `memory:` a new one in the system's temporary folder. */
export async function dataFolder(dataDir: Settings["dataDir"]): Promise<DataFolder> {
  if (dataDir.kind === "kept") return { path: resolve(dataDir.path), lifetime: "kept" };
  const path = await mkdtemp(join(tmpdir(), "vestibule-data-"));
  // Lets PostgreSQL's own user traverse the folder, but not list it.
  await chmod(path, 0o711);
  return { path, lifetime: "temporary" };
}
