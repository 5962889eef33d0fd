import {
  bulkhead,
  CircuitState,
  circuitBreaker,
  handleWhen,
  type IBreaker,
  isBrokenCircuitError,
  isBulkheadRejectedError,
  isTaskCancelledError,
  TimeoutStrategy,
  timeout,
  wrap,
} from "cockatiel";
import { NoHttpResponse } from "./http-client.adapter.ts";

export interface CallLimits {
  timeoutMilliseconds: number;
  /** Number of failures within `circuitSeconds` that opens the circuit for as long. */
  circuitFailures: number;
  circuitSeconds: number;
  /** Number of concurrent calls; further ones wait, or are refused. Unlimited by default. */
  maxConcurrentCalls?: number;
  /** Number of calls that may wait for another one to end; none by default. */
  maxWaitingCalls?: number;
}

type FaultClass = new (cause: unknown) => Error;

/** Errors that a guard throws in place of the error of a call. */
interface CallFaults {
  /** Thrown where a call gave no usable response. */
  Unavailable: FaultClass;
  /** A subclass of `Unavailable`, thrown where the other system does not respond now; a later call may succeed. */
  Outage: FaultClass;
  /** Whether an error is thrown unchanged, and is no failure of the other system. */
  passes?(fault: unknown): boolean;
}

/** Limits the duration and number of calls to another system, and makes none for a while after several failures. */
export function guardCalls(
  { maxConcurrentCalls = Number.POSITIVE_INFINITY, maxWaitingCalls = 0, ...limits }: CallLimits,
  { Unavailable, Outage, passes = () => false }: CallFaults,
) {
  const breaker = circuitBreaker(
    handleWhen((fault) => !passes(fault)),
    { halfOpenAfter: limits.circuitSeconds * 1000, breaker: failureWindow(limits) },
  );
  // A call that waited until the circuit opened is not made.
  const policy = wrap(
    bulkhead(maxConcurrentCalls, maxWaitingCalls),
    breaker,
    timeout(limits.timeoutMilliseconds, TimeoutStrategy.Aggressive),
  );
  return {
    run: async <Result>(call: () => Promise<Result>): Promise<Result> => {
      try {
        return await policy.execute(call);
      } catch (fault) {
        if (passes(fault) || fault instanceof Unavailable) throw fault;
        throw isOutage(fault) ? new Outage(fault) : new Unavailable(fault);
      }
    },
    isCircuitOpen: () => breaker.state === CircuitState.Open,
  };
}

/** Whether the other system is unavailable: it did not respond, or the guard ended the call or did not make it. */
function isOutage(fault: unknown): boolean {
  return (
    fault instanceof NoHttpResponse ||
    isTaskCancelledError(fault) ||
    isBrokenCircuitError(fault) ||
    isBulkheadRejectedError(fault)
  );
}

/** Opens after a number of failures within a time; the library's breakers count a rate or consecutive ones. */
function failureWindow({ circuitFailures, circuitSeconds }: CallLimits): IBreaker {
  let failures: number[] = [];
  return {
    state: undefined,
    success: () => {},
    failure: () => {
      const now = Date.now();
      failures = [...failures.filter((at) => at > now - circuitSeconds * 1000), now];
      return failures.length >= circuitFailures;
    },
  };
}
