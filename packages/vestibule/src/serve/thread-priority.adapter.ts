import { readdirSync, readFileSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";

const threads = "/proc/self/task";
const { PRIORITY_BELOW_NORMAL: lower, PRIORITY_LOW: lowest } = constants.priority;

/**
 * Lets the threads that hash give way to the one that answers, where both want the same core. Linux alone counts a
 * priority by thread; elsewhere, and where the system says no, everything stays as it is. The threads are there once
 * Node has read its first file. Returns the ids of those that give way.
 */
export function lowerHashingPriority(): number[] {
  try {
    const workers = readdirSync(threads).filter((id) =>
      /^libuv-worker/.test(readFileSync(`${threads}/${id}/comm`, "utf8")),
    );
    const ids = workers.map(Number);
    const priority = Math.min(getPriority() + lower, lowest);
    for (const id of ids) setPriority(id, priority);
    return ids;
  } catch {
    return [];
  }
}
