import { readFile } from "node:fs/promises";
import { getPriority } from "node:os";
import { expect, test } from "vitest";
import { lowerHashingPriority } from "./event-loop.guard.ts";

test("A-104 hashing threads get a lower priority than the event loop where the system supports it per thread", async () => {
  await readFile(import.meta.filename);
  const before = getPriority();
  const ids = lowerHashingPriority();
  expect(ids.length > 0).toBe(process.platform === "linux");
  for (const id of ids) expect(getPriority(id)).toBeGreaterThan(before);
  expect(getPriority()).toBe(before);
});

test("A-104 a second call does not lower the priority further", async () => {
  const once = lowerHashingPriority().map((id) => getPriority(id));
  expect(lowerHashingPriority().map((id) => getPriority(id))).toEqual(once);
});
