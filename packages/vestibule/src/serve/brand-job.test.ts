import { expect, test, vi } from "vitest";
import { startBrandJob } from "./background-jobs.adapter.ts";

test("reads what is published at a notification, once more after one during a read, and at intervals without any", async () => {
  vi.useFakeTimers();
  let finish = () => {};
  const refresh = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  let notify = () => {};
  const stopListening = vi.fn(async () => {});
  const reader = {
    list: async () => [],
    readFiles: async () => undefined,
    listen: (onPublication: () => void) => {
      notify = onPublication;
      return { stop: stopListening };
    },
  };
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const job = startBrandJob({ book: undefined as never, refresh }, { reader, log: log as never });
  const settle = () => vi.advanceTimersByTimeAsync(0);

  notify();
  expect(refresh).toHaveBeenCalledTimes(1);
  notify();
  notify();
  expect(refresh).toHaveBeenCalledTimes(1);
  finish();
  await settle();
  expect(refresh).toHaveBeenCalledTimes(2);
  finish();
  await settle();
  await vi.advanceTimersByTimeAsync(2000);
  expect(refresh).toHaveBeenCalledTimes(3);

  const stopped = job.stop();
  finish();
  await stopped;
  expect(stopListening).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(refresh).toHaveBeenCalledTimes(3);
  vi.useRealTimers();
});
