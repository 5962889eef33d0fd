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
import { NoHttpAnswer } from "./http-client.adapter.ts";

export interface CallPatience {
  /** Timeout of one call. */
  answerMilliseconds: number;
  /** This many failures within `circuitSeconds` open the circuit for as long. */
  circuitFailures: number;
  circuitSeconds: number;
  /** Calls at a time; further ones are refused. Default: any number. */
  mostCalls?: number;
}

export interface CallGuard {
  run<Answer>(call: () => Promise<Answer>): Promise<Answer>;
  isCircuitOpen(): boolean;
}

type FaultClass = new (cause: unknown) => Error;

/** What a guard throws in place of the fault of a call. */
interface CallFaults {
  /** There was no usable answer. */
  Unavailable: FaultClass;
  /** A subclass: there is no answer now, and a later call may succeed. */
  Outage: FaultClass;
  /** Faults that are thrown as they are and are no failures of the other system. */
  passes?(fault: unknown): boolean;
}

/** Bounds the calls of another system in time and number, and makes none for a while after several failures. */
export function guardCalls(
  { mostCalls = Number.POSITIVE_INFINITY, ...patience }: CallPatience,
  { Unavailable, Outage, passes = () => false }: CallFaults,
): CallGuard {
  const breaker = circuitBreaker(
    handleWhen((fault) => !isBulkheadRejectedError(fault) && !passes(fault)),
    { halfOpenAfter: patience.circuitSeconds * 1000, breaker: failureWindow(patience) },
  );
  const policy = wrap(breaker, bulkhead(mostCalls), timeout(patience.answerMilliseconds, TimeoutStrategy.Aggressive));
  return {
    run: async (call) => {
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

/** Whether the other system is away: it gave no answer, or its guard gave up the call or did not make it. */
function isOutage(fault: unknown): boolean {
  return (
    fault instanceof NoHttpAnswer ||
    isTaskCancelledError(fault) ||
    isBrokenCircuitError(fault) ||
    isBulkheadRejectedError(fault)
  );
}

/** Opens the circuit by a number of failures in a time; the library's own breakers count a rate or a series. */
function failureWindow({ circuitFailures, circuitSeconds }: CallPatience): IBreaker {
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
