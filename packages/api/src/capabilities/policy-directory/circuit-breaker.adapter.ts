import { isDatabaseUnavailable } from "../../platform/database-fault.rule.ts";
import type { PolicyDirectory } from "./policy-directory.port.ts";

/** The book of business gave no usable answer: nobody's attempt is counted. */
export class DirectoryUnavailable extends Error {
  constructor(cause?: unknown) {
    super("the policy directory is away", { cause });
  }
}

/** The directory exceeds its time, now or several times a moment ago. */
export class DirectoryTimeout extends DirectoryUnavailable {}

export interface DirectoryPatience {
  /** How long one question may take. */
  answerMilliseconds: number;
  /** So many failures within `circuitSeconds` open the circuit for as long. */
  circuitFailures: number;
  circuitSeconds: number;
}

const patience: DirectoryPatience = { answerMilliseconds: 3000, circuitFailures: 5, circuitSeconds: 10 };

type Question = "findByEmail" | "findByPolicyNumber" | "findByPerson" | "findById";

/**
 * Holds a directory to its time: each question at the most 3 s, and after several failures in a row none for a while,
 * so that a directory in trouble does not keep every request waiting. Throws DirectoryUnavailable, and DirectoryTimeout of it.
 * A built-in directory's database being away stays that fault.
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
    spendPins: (transaction, ids) => directory.spendPins(transaction, ids),
  };
}
