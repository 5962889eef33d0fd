import { expect, test, vi } from "vitest";
import { testDatabase } from "../../../../test/database.ts";
import { movableClock } from "./clock.adapter.ts";

test("applies the database's offset to the demo clock in every server that shares it", async () => {
  const one = await testDatabase();
  const clocks = [await movableClock(one.database), await movableClock(one.database)];
  const minutesAhead = () =>
    clocks.map((clock) => {
      const machine = Date.now();
      return Math.round((clock.now().getTime() - machine) / 60_000);
    });
  expect(minutesAhead()).toEqual([0, 0]);
  await one.moveClock(15 * 60);
  await vi.waitFor(() => expect(minutesAhead()).toEqual([15, 15]), { timeout: 20_000 });
  for (const clock of clocks) clock.stop();
  await one.close();
});
