import { setImmediate as nextTurn } from "node:timers/promises";
import { beforeEach, expect, test, vi } from "vitest";
import { lowPriorityQueue } from "./low-priority-queue.adapter.ts";

let millis = 0;
beforeEach(() => {
  millis = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => millis);
  return () => clock.mockRestore();
});

test("runs jobs in order, one per turn of the event loop after the one in which they arrive", async () => {
  const queue = lowPriorityQueue();
  const ran: number[] = [];
  for (const job of [1, 2]) queue.push(() => ran.push(job));
  await nextTurn();
  expect(ran).toEqual([]);
  await nextTurn();
  expect(ran).toEqual([1]);
  await nextTurn();
  expect(ran).toEqual([1, 2]);
});

test("runs no job in a postponed turn", async () => {
  const queue = lowPriorityQueue();
  const job = vi.fn();
  queue.push(job);
  await nextTurn();
  queue.postpone();
  await nextTurn();
  expect(job).not.toHaveBeenCalled();
  await nextTurn();
  expect(job).toHaveBeenCalledOnce();
});

test("postpones a job by at most 250 ms", async () => {
  const queue = lowPriorityQueue();
  const job = vi.fn();
  queue.push(job);
  for (const [now, runs] of [
    [250, 0],
    [251, 1],
  ] as const) {
    millis = now;
    queue.postpone();
    await nextTurn();
    expect(job).toHaveBeenCalledTimes(runs);
  }
});
