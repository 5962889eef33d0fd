import {
  CircuitState,
  circuitBreaker,
  handleWhen,
  type IBreaker,
  isBrokenCircuitError,
  isTaskCancelledError,
  TimeoutStrategy,
  timeout,
  wrap,
} from "cockatiel";
import { isDatabaseUnavailable } from "../platform/database-fault.rule.ts";
import type { PolicyDirectory } from "./policy-directory.port.ts";

/** The policy directory gave no usable answer; the attempt does not count. */
export class DirectoryUnavailable extends Error {
  constructor(cause?: unknown) {
    super("the policy directory is away", { cause });
  }
}

/** The directory does not answer now, or failed repeatedly before; a later query may succeed. */
export class DirectoryOutage extends DirectoryUnavailable {}

/** Time for one query of the directory. */
export const directoryAnswerMilliseconds = 3000;

export type GuardedDirectory = PolicyDirectory & { isCircuitOpen(): boolean };

export interface DirectoryPatience {
  /** Timeout of one query. */
  answerMilliseconds: number;
  /** This many failures within `circuitSeconds` open the circuit for as long. */
  circuitFailures: number;
  circuitSeconds: number;
}

const patience: DirectoryPatience = {
  answerMilliseconds: directoryAnswerMilliseconds,
  circuitFailures: 5,
  circuitSeconds: 10,
};

/**
 * Adds a timeout of 3 s per query and a circuit breaker, so that a failing directory does not block requests. Throws
 * DirectoryUnavailable, or its subclass DirectoryOutage; a database error of the built-in directory passes through.
 */
export function withCircuitBreaker(directory: PolicyDirectory, limits: DirectoryPatience = patience): GuardedDirectory {
  const breaker = circuitBreaker(
    handleWhen((fault) => !isDatabaseUnavailable(fault)),
    { halfOpenAfter: limits.circuitSeconds * 1000, breaker: failureWindow(limits) },
  );
  const policy = wrap(breaker, timeout(limits.answerMilliseconds, TimeoutStrategy.Aggressive));

  async function ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    try {
      return await policy.execute(question);
    } catch (fault) {
      if (isDatabaseUnavailable(fault) || fault instanceof DirectoryUnavailable) throw fault;
      throw isTaskCancelledError(fault) || isBrokenCircuitError(fault)
        ? new DirectoryOutage(fault)
        : new DirectoryUnavailable(fault);
    }
  }

  return {
    findByEmail: (query) => ask(() => directory.findByEmail(query)),
    findByPolicyNumber: (query) => ask(() => directory.findByPolicyNumber(query)),
    findByPerson: (query) => ask(() => directory.findByPerson(query)),
    findById: (id) => ask(() => directory.findById(id)),
    isCircuitOpen: () => breaker.state === CircuitState.Open,
  };
}

/** Opens the circuit by a number of failures in a time; the library's own breakers count a rate or a series. */
function failureWindow({ circuitFailures, circuitSeconds }: DirectoryPatience): IBreaker {
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
