import { type CallLimits, guardCalls } from "../platform/circuit-breaker.adapter.ts";
import { isDatabaseUnavailable, UnstorableText } from "../platform/database-fault.rule.ts";
import type { PolicyDirectory } from "./policy-directory.port.ts";

/** The policy directory gave no usable response; the person's attempt does not count. */
export class DirectoryUnavailable extends Error {
  constructor(cause?: unknown) {
    super("the policy directory is unavailable", { cause });
  }
}

/** The directory does not respond now, or failed repeatedly before; a later query may succeed. */
export class DirectoryOutage extends DirectoryUnavailable {}

/** As many queries of one account as may be made wait for their answers, and none has failed lately. */
export class TooManyQueries extends DirectoryOutage {}

/**
 * The result of a query that a page can do without; undefined while the directory is unavailable. `throwsTooMany` where
 * a weaker rule applies without the result: a thief can make too many queries of an account.
 */
export async function unlessUnavailable<Result>(
  query: Promise<Result>,
  { throwsTooMany = false }: { throwsTooMany?: boolean } = {},
): Promise<Result | undefined> {
  try {
    return await query;
  } catch (fault) {
    const isTolerated = fault instanceof DirectoryUnavailable && !(throwsTooMany && fault instanceof TooManyQueries);
    if (isTolerated) return undefined;
    throw fault;
  }
}

export const directoryTimeoutMilliseconds = 3000;

export type GuardedDirectory = PolicyDirectory & { isCircuitOpen(): boolean };

const defaultLimits: CallLimits = {
  timeoutMilliseconds: directoryTimeoutMilliseconds,
  circuitFailures: 5,
  circuitSeconds: 10,
};

/**
 * Adds a timeout of 3 s per query and a circuit breaker, so that a failing directory does not block requests. Throws
 * DirectoryUnavailable, or its subclass DirectoryOutage. A database error of the built-in directory passes through, as
 * does the refusal of a text that it cannot store, which is an error of the request.
 */
export function withCircuitBreaker(directory: PolicyDirectory, limits: CallLimits = defaultLimits): GuardedDirectory {
  const { run, isCircuitOpen } = guardCalls(limits, {
    Unavailable: DirectoryUnavailable,
    Outage: DirectoryOutage,
    passes: (fault) => isDatabaseUnavailable(fault) || fault instanceof UnstorableText,
  });
  return {
    findByEmail: (query) => run(() => directory.findByEmail(query)),
    findByPolicyNumber: (query) => run(() => directory.findByPolicyNumber(query)),
    findByPerson: (query) => run(() => directory.findByPerson(query)),
    findByPersonId: (query) => run(() => directory.findByPersonId(query)),
    findById: (id) => run(() => directory.findById(id)),
    isCircuitOpen,
  };
}
