import { isDatabaseUnavailable } from "../platform/database-fault.rule.ts";
import type { PolicyDirectory } from "./policy-directory.port.ts";

/** The policy directory gave no usable answer; the attempt does not count. */
export class DirectoryUnavailable extends Error {
  constructor(cause?: unknown) {
    super("the policy directory is away", { cause });
  }
}

/** The directory timed out, now or repeatedly before. */
export class DirectoryTimeout extends DirectoryUnavailable {}

export interface DirectoryPatience {
  /** Timeout of one query. */
  answerMilliseconds: number;
  /** This many failures within `circuitSeconds` open the circuit for as long. */
  circuitFailures: number;
  circuitSeconds: number;
}

const patience: DirectoryPatience = { answerMilliseconds: 3000, circuitFailures: 5, circuitSeconds: 10 };

type Question = "findByEmail" | "findByPolicyNumber" | "findByPerson" | "findById";

/**
 * Adds a timeout of 3 s per query and a circuit breaker, so that a failing directory does not block requests. Throws
 * DirectoryUnavailable, or its subclass DirectoryTimeout; a database error of the built-in directory passes through.
 */
export function withCircuitBreaker(directory: PolicyDirectory, limits: DirectoryPatience = patience): PolicyDirectory {
  let failures: number[] = [];
  const recent = () => failures.filter((at) => at > performance.now() - limits.circuitSeconds * 1000);

  async function ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    failures = recent();
    if (failures.length >= limits.circuitFailures) throw new DirectoryTimeout("circuit open");
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new DirectoryTimeout("late")), limits.answerMilliseconds);
    try {
      return await Promise.race([question(), late]);
    } catch (fault) {
      if (isDatabaseUnavailable(fault)) throw fault;
      failures.push(performance.now());
      throw fault instanceof DirectoryUnavailable ? fault : new DirectoryUnavailable(fault);
    } finally {
      clearTimeout(timer);
    }
  }

  const guarded = <Name extends Question>(name: Name): PolicyDirectory[Name] =>
    ((query: never) => ask(() => directory[name](query) as Promise<unknown>)) as PolicyDirectory[Name];

  return {
    findByEmail: guarded("findByEmail"),
    findByPolicyNumber: guarded("findByPolicyNumber"),
    findByPerson: guarded("findByPerson"),
    findById: guarded("findById"),
  };
}
