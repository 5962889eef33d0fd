import { type CallPatience, guardCalls } from "../platform/circuit-breaker.adapter.ts";
import type { RegistryPort } from "./registry.port.ts";

/** The user registry gave no usable answer; nothing counts against the person. */
export class RegistryUnavailable extends Error {
  constructor(cause?: unknown) {
    super("the user registry is away", { cause });
  }
}

/** The registry does not answer now, or failed repeatedly before; a later call may succeed. */
export class RegistryOutage extends RegistryUnavailable {}

export type GuardedRegistry = RegistryPort & { isCircuitOpen(): boolean };

/** Time for one call, which is made inside a transaction: PostgreSQL ends one that is idle for 5 s. */
export const registryAnswerMilliseconds = 4000;

/** Few calls at a time leave most database connections to other requests. */
const patience: CallPatience = {
  answerMilliseconds: registryAnswerMilliseconds,
  circuitFailures: 5,
  circuitSeconds: 10,
  mostCalls: 5,
};

/** Adds a timeout, a bound on concurrent calls and a circuit breaker. */
export function guardRegistry(registry: RegistryPort, limits: CallPatience = patience): GuardedRegistry {
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
