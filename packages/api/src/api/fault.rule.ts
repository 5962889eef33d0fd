import { HashingBusy } from "../capabilities/passwords/password-hashing.port.ts";
import { DirectoryLate } from "../capabilities/policy-directory/guarded-directory.adapter.ts";
import { isDatabaseAway } from "../platform/database-fault.rule.ts";

/** How long a database that is away is given to come back. */
export const databaseAwaySeconds = 5;
/** As long as the directory is left alone after several failures. */
const directoryLateSeconds = 10;

export interface PassingFault {
  kind: "unavailable" | "directoryUnavailable";
  /** Seconds after which the client may come back. */
  retryAfterSeconds: number;
}

/** What a fault that passes is to a client; undefined for one that is ours to mend. */
export function passingFaultOf(fault: unknown): PassingFault | undefined {
  if (fault instanceof HashingBusy) return { kind: "unavailable", retryAfterSeconds: 1 };
  if (fault instanceof DirectoryLate) return { kind: "directoryUnavailable", retryAfterSeconds: directoryLateSeconds };
  return isDatabaseAway(fault) ? { kind: "unavailable", retryAfterSeconds: databaseAwaySeconds } : undefined;
}
