import { RegistryOutage } from "../accounts/registry-guard.adapter.ts";
import { DirectoryOutage } from "../directory/circuit-breaker.adapter.ts";
import { HashingBusy } from "../passwords/password-hashing.port.ts";
import { databaseRetryAfterSeconds, isDatabaseUnavailable } from "../platform/database-fault.rule.ts";

/** Matches how long the circuit breakers of the directory and the registry stay open, in seconds. */
const circuitSeconds = 10;

export interface TransientFault {
  kind: "unavailable" | "directoryUnavailable" | "registryUnavailable";
  /** Value of Retry-After, in seconds. */
  retryAfterSeconds: number;
}

/** Classifies an error as transient; undefined for one that a retry does not fix. */
export function transientFaultOf(fault: unknown): TransientFault | undefined {
  if (fault instanceof HashingBusy) return { kind: "unavailable", retryAfterSeconds: 1 };
  if (fault instanceof DirectoryOutage) return { kind: "directoryUnavailable", retryAfterSeconds: circuitSeconds };
  if (fault instanceof RegistryOutage) return { kind: "registryUnavailable", retryAfterSeconds: circuitSeconds };
  return isDatabaseUnavailable(fault)
    ? { kind: "unavailable", retryAfterSeconds: databaseRetryAfterSeconds }
    : undefined;
}
