import { randomBytes } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

/** Writes a temporary file that is removed after the running test. Returns its path. */
export async function writeTestFile(content: string | Uint8Array): Promise<string> {
  const file = path.join(tmpdir(), `vestibule-test-${randomBytes(6).toString("hex")}.csv`);
  onTestFinished(() => rm(file));
  await writeFile(file, content);
  return file;
}
