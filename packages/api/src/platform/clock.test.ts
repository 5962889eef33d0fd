import { expect, test, vi } from "vitest";
import { testDatabase } from "../../../../test/database.ts";
import { databaseClock } from "./clock.adapter.ts";

/** How many minutes a clock is ahead of a time in milliseconds, rounded. */
const minutesAhead = (now: Date, millis: number) => Math.floor((now.getTime() - millis + 30_000) / 60_000);

test("applies the database's offset to the clock of every server that shares it", async () => {
  const one = await testDatabase();
  const clocks = [await databaseClock(one.database), await databaseClock(one.database)];
  const ahead = () => clocks.map((clock) => minutesAhead(clock.now(), Date.now()));
  expect(ahead()).toEqual([0, 0]);
  await one.moveClock(15 * 60);
  await vi.waitFor(() => expect(ahead()).toEqual([15, 15]), { timeout: 20_000 });
  for (const clock of clocks) clock.stop();
  await one.close();
});

test("gives the database's time on a machine whose clock is ten minutes behind", async () => {
  const one = await testDatabase();
  const realTime = Date.now;
  const machine = vi.spyOn(Date, "now").mockImplementation(() => realTime() - 600_000);
  const clock = await databaseClock(one.database);
  expect(minutesAhead(clock.now(), realTime())).toBe(0);
  clock.stop();
  machine.mockRestore();
  await one.close();
});
