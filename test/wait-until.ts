import { setTimeout as pause } from "node:timers/promises";

/** Checks a condition every few milliseconds until it holds. Returns false when it does not within this time. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  { seconds, everyMillis = 50 }: { seconds: number; everyMillis?: number },
): Promise<boolean> {
  const deadline = performance.now() + seconds * 1000;
  while (!(await condition())) {
    if (performance.now() > deadline) return false;
    await pause(everyMillis);
  }
  return true;
}
