import { HashingBusy } from "../capabilities/passwords/password-hashing.port.ts";
import { isDatabaseAway } from "../platform/database-fault.rule.ts";

/** How long a database that is away is given to come back. */
export const databaseAwaySeconds = 5;

/** Seconds after which a client may come back, for a fault that passes; undefined for one that is ours to mend. */
export function secondsUntilBack(fault: unknown): number | undefined {
  if (fault instanceof HashingBusy) return 1;
  return isDatabaseAway(fault) ? databaseAwaySeconds : undefined;
}
