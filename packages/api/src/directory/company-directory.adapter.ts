import type { GuardedDirectory } from "./circuit-breaker.adapter.ts";
import { isIdOfCompany } from "./http-directory.adapter.ts";
import type { PolicyDirectory, PolicyPerson } from "./policy-directory.port.ts";

/**
 * Asks the directory of each company, and the book for the others. Where one of several directories fails the query
 * fails, because a part of the answer would look like a person without policies.
 */
export function companyDirectory(
  book: GuardedDirectory,
  byCompany: ReadonlyMap<string, GuardedDirectory>,
): GuardedDirectory {
  async function askEach<Query extends { companies: readonly string[] }>(
    query: Query,
    ask: (directory: PolicyDirectory, part: Query) => Promise<PolicyPerson[]>,
  ): Promise<PolicyPerson[]> {
    const parts = Map.groupBy(query.companies, (company) => byCompany.get(company) ?? book);
    const answers = [...parts].map(([directory, companies]) => ask(directory, { ...query, companies }));
    return (await Promise.all(answers)).flat();
  }

  return {
    findByEmail: (query) => askEach(query, (directory, part) => directory.findByEmail(part)),
    findByPolicyNumber: (query) => askEach(query, (directory, part) => directory.findByPolicyNumber(part)),
    findByPerson: (query) => askEach(query, (directory, part) => directory.findByPerson(part)),
    findById: (id) => {
      const [, directory = book] = [...byCompany].find(([company]) => isIdOfCompany(id, company)) ?? [];
      return directory.findById(id);
    },
    isCircuitOpen: () => [book, ...byCompany.values()].some((directory) => directory.isCircuitOpen()),
  };
}
