import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createFolder } from "./create-folder.adapter.ts";

const folder = mkdtempSync(join(tmpdir(), "create-folder-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("creates a folder with those above it, also at once and where it exists", async () => {
  const path = join(folder, "a/b/c");
  await Promise.all([createFolder(path), createFolder(path), createFolder(join(folder, "a/d"))]);
  await createFolder(path);
  expect(statSync(path).isDirectory()).toBe(true);
});

test("rejects a path below a file, and one that is a file", async () => {
  const file = join(folder, "file");
  writeFileSync(file, "");
  await expect(createFolder(join(file, "a/b"))).rejects.toMatchObject({ code: "ENOTDIR" });
  await expect(createFolder(file)).rejects.toMatchObject({ code: "EEXIST" });
});

test.runIf(process.platform === "linux")("rejects a path below /proc", async () => {
  await expect(createFolder("/proc/vestibule/data")).rejects.toMatchObject({ code: "ENOENT" });
});
