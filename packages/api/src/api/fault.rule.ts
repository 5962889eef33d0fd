import { HashingBusy } from "../capabilities/passwords/password-hashing.port.ts";
import { isDatabaseAway } from "../platform/database-fault.rule.ts";

/** Seconds after which a client may come back, for a fault that passes; undefined for one that is ours to mend. */
export function secondsUntilBack(fault: unknown): number | undefined {
  if (fault instanceof HashingBusy) return 1;
  return isDatabaseAway(fault) ? 5 : undefined;
}
