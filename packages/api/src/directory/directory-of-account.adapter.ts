import { bulkhead } from "cockatiel";
import type { RouteDeps } from "../deps.ts";
import { DirectoryOutage, TooManyQueries } from "./circuit-breaker.adapter.ts";
import type { PolicyDirectory } from "./policy-directory.port.ts";

/**
 * The directory for one call of an account. A query counts until it is answered, so that those of one person, whose
 * rows may be slow, cannot open the circuit breaker for everybody. Queries are made one after another, and none after
 * one that failed.
 */
export function directoryOfAccount(
  { database, directory, limits }: Pick<RouteDeps, "database" | "directory" | "limits">,
  accountId: string,
): PolicyDirectory {
  const oneAtATime = bulkhead(1, Number.POSITIVE_INFINITY);
  const waiting = { limit: "directoryUnansweredAccount", subject: accountId } as const;
  const failed = { limit: "directoryUnansweredAccount", subject: `${accountId} failed` } as const;
  let failure: unknown;
  const runLimited = <Result>(query: () => Promise<Result>) =>
    oneAtATime.execute(async () => {
      if (failure !== undefined) throw failure;
      const counted = await limits.consume(database, waiting);
      if (counted.kind === "exceeded") {
        const { kind } = await limits.peek(database, { ...failed, atMost: 1 });
        throw kind === "exceeded" ? new DirectoryOutage() : new TooManyQueries();
      }
      try {
        const response = await query();
        await limits.refund(database, counted);
        return response;
      } catch (fault) {
        failure = fault;
        if (fault instanceof DirectoryOutage) await limits.consume(database, failed);
        throw fault;
      }
    });
  return {
    findByEmail: (query) => runLimited(() => directory.findByEmail(query)),
    findByPolicyNumber: (query) => runLimited(() => directory.findByPolicyNumber(query)),
    findByPerson: (query) => runLimited(() => directory.findByPerson(query)),
    findByPersonId: (query) => runLimited(() => directory.findByPersonId(query)),
    findById: (id) => runLimited(() => directory.findById(id)),
  };
}
