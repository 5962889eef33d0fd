import { readFile } from "node:fs/promises";
import { getPriority } from "node:os";
import { expect, test } from "vitest";
import { letHashingGiveWay } from "./thread-priority.adapter.ts";

test("A-104 threads that hash give way to the one that answers, where the system counts by thread", async () => {
  await readFile(import.meta.filename);
  const before = getPriority();
  const ids = letHashingGiveWay();
  expect(ids.length > 0).toBe(process.platform === "linux");
  for (const id of ids) expect(getPriority(id)).toBeGreaterThan(before);
  expect(getPriority()).toBe(before);
});

test("A-104 asked twice, they give way no further", async () => {
  const once = letHashingGiveWay().map((id) => getPriority(id));
  expect(letHashingGiveWay().map((id) => getPriority(id))).toEqual(once);
});
