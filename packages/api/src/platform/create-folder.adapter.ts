import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** Creates a folder and those above it. The `recursive` of `mkdir` never ends below `/proc`. */
export async function createFolder(path: string): Promise<void> {
  const parent = dirname(path);
  if ((await look(parent)) === "ENOENT") await createFolder(parent);
  try {
    await mkdir(path);
  } catch (fault) {
    if ((await look(path)) !== "folder") throw fault;
  }
}

/** What is at a path, or the code of the error that hides it. */
async function look(path: string): Promise<string> {
  return stat(path).then(
    (found) => (found.isDirectory() ? "folder" : "file"),
    (fault: NodeJS.ErrnoException) => fault.code ?? "",
  );
}
