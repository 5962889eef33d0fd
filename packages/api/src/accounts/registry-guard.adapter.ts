import { type CallLimits, guardCalls } from "../platform/circuit-breaker.adapter.ts";
import type { RegistryPort } from "./registry.port.ts";

/** The user registry gave no usable response; the person's attempt does not count. */
export class RegistryUnavailable extends Error {
  constructor(cause?: unknown) {
    super("the user registry is unavailable", { cause });
  }
}

/** The registry does not respond now, or failed repeatedly before; a later call may succeed. */
export class RegistryOutage extends RegistryUnavailable {}

export type GuardedRegistry = RegistryPort & { isCircuitOpen(): boolean };

/** Timeout of one call, which is made inside a transaction: PostgreSQL ends one that is idle for 5 s. */
export const registryTimeoutMilliseconds = 4000;

/** Few calls at a time leave most database connections to other requests. */
const defaultLimits: CallLimits = {
  timeoutMilliseconds: registryTimeoutMilliseconds,
  circuitFailures: 5,
  circuitSeconds: 10,
  maxConcurrentCalls: 5,
};

/** Adds a timeout, a bound on concurrent calls and a circuit breaker. */
export function guardRegistry(registry: RegistryPort, limits: CallLimits = defaultLimits): GuardedRegistry {
  const { run, isCircuitOpen } = guardCalls(limits, { Unavailable: RegistryUnavailable, Outage: RegistryOutage });
  return {
    findByEmail: (email) => run(() => registry.findByEmail(email)),
    findByAccount: (account) => run(() => registry.findByAccount(account)),
    create: (user) => run(() => registry.create(user)),
    setPassword: (change) => run(() => registry.setPassword(change)),
    setStatus: (change) => run(() => registry.setStatus(change)),
    isCircuitOpen,
  };
}
