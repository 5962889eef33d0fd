import { expect, it } from "vitest";
import { testDatabase } from "../../../../../test/database.ts";
import type { Log } from "../../platform/log.port.ts";
import { openMessageJobs } from "./message-jobs.adapter.ts";

const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };

it("the queue's tables are made once when four servers start at the same moment", async () => {
  const test = await testDatabase();
  const opened = await Promise.all(Array.from({ length: 4 }, () => openMessageJobs({ pool: test.pool, log: silent })));
  const { rows } = await test.pool.query("select name from jobs.queue");
  expect(rows).toEqual([{ name: "notification" }]);
  for (const jobs of opened) await jobs.stop();
  await test.close();
});
