import { expect, test, vi } from "vitest";
import { testDatabase } from "../../../../test/database.ts";
import { databaseClock } from "./clock.adapter.ts";

test("applies the database's offset to the clock of every server that shares it", async () => {
  const one = await testDatabase();
  const clocks = [await databaseClock(one.database), await databaseClock(one.database)];
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

test("gives the database's time on a machine whose clock is ten minutes behind", async () => {
  const one = await testDatabase();
  const realTime = Date.now;
  const machine = vi.spyOn(Date, "now").mockImplementation(() => realTime() - 600_000);
  const clock = await databaseClock(one.database);
  expect(Math.round((clock.now().getTime() - realTime()) / 60_000)).toBe(0);
  clock.stop();
  machine.mockRestore();
  await one.close();
});
