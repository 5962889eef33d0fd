import { setTimeout as pause } from "node:timers/promises";
import { onTestFinished, test } from "vitest";
import { watchEventLoop } from "./event-loop.guard.ts";

/** Limited only by the test's timeout. */
async function until(isSo: () => boolean) {
  while (!isSo()) await pause(5);
}

test("F-23 detects a blocked event loop, and that it has recovered", async () => {
  const watch = watchEventLoop({ blockedFromMillis: 400, intervalMillis: 50 });
  onTestFinished(watch.stop);
  await until(() => !watch.isBehind());
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
  await until(watch.isBehind);
  await until(() => !watch.isBehind());
});
