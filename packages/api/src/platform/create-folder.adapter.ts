import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** Creates a folder and those above it. The `recursive` of `mkdir` never ends below `/proc`. */
export async function createFolder(path: string): Promise<void> {
  const parent = dirname(path);
  try {
    await mkdir(path);
  } catch (fault) {
    const { code } = fault as NodeJS.ErrnoException;
    if (code === "ENOENT" && !(await isFolder(parent))) {
      await createFolder(parent);
      return createFolder(path);
    }
    if (!(await isFolder(path))) throw fault;
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
