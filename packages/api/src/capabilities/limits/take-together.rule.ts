import type { Trx } from "../../platform/database.table.ts";
import type { Limits, LimitWindow, WindowFull, WindowTaken } from "./limit.port.ts";

/**
 * Counts one in every window, or in none. Windows are named in the same order by everybody,
 * so that two transactions never wait for each other crosswise.
 */
export async function takeTogether(
  limits: Limits,
  transaction: Trx,
  windows: readonly LimitWindow[],
): Promise<{ kind: "taken"; windows: WindowTaken[] } | WindowFull> {
  const taken: WindowTaken[] = [];
  for (const window of windows) {
    const answer = await limits.take(transaction, window);
    if (answer.kind === "full") {
      for (const earlier of taken) await limits.giveBack(transaction, earlier);
      return answer;
    }
    taken.push(answer);
  }
  return { kind: "taken", windows: taken };
}
