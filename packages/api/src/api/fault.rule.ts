import { HashingBusy } from "../capabilities/passwords/password-hashing.port.ts";
import { DirectoryTimeout } from "../capabilities/policy-directory/circuit-breaker.adapter.ts";
import { isDatabaseUnavailable } from "../platform/database-fault.rule.ts";

/** How long a database that is away is given to come back. */
export const databaseRetryAfterSeconds = 5;
/** As long as the directory is left alone after several failures. */
const directoryLateSeconds = 10;

export interface TransientFault {
  kind: "unavailable" | "directoryUnavailable";
  /** Seconds after which the client may come back. */
  retryAfterSeconds: number;
}

/** What a fault that passes is to a client; undefined for one that is ours to mend. */
export function transientFaultOf(fault: unknown): TransientFault | undefined {
  if (fault instanceof HashingBusy) return { kind: "unavailable", retryAfterSeconds: 1 };
  if (fault instanceof DirectoryTimeout)
    return { kind: "directoryUnavailable", retryAfterSeconds: directoryLateSeconds };
  return isDatabaseUnavailable(fault)
    ? { kind: "unavailable", retryAfterSeconds: databaseRetryAfterSeconds }
    : undefined;
}
