import { expect, test } from "vitest";
import { serverMetrics } from "./server-metrics.adapter.ts";

test("does not count the scrape's own queries as waiting", async () => {
  const metrics = serverMetrics("test");
  const pool = { totalCount: 1, idleCount: 1, waitingCount: 0 };
  const request = async () => {
    pool.waitingCount += 1;
    return true;
  };
  metrics.addSources({ requestPool: pool, queryDatabase: request, isReady: request });
  const { text } = await metrics.describe();
  expect(pool.waitingCount).toBe(2);
  expect(text).toContain('vestibule_database_pool_waiting{pool="requests"} 0');
  expect(text).toContain("vestibule_database_up 1");
});
