import { readdirSync, readFileSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";

const threads = "/proc/self/task";
const { PRIORITY_BELOW_NORMAL: lower, PRIORITY_LOW: lowest } = constants.priority;

/**
 * Lowers the priority of the hashing threads below that of the event loop. Only Linux has priorities per thread;
 * elsewhere, or where the system refuses, nothing changes. The threads exist only after Node has read its first file.
 * Returns the ids of the changed threads.
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
