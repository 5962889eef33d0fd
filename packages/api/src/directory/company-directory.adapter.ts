import type { GuardedDirectory } from "./circuit-breaker.adapter.ts";
import { isIdOfCompany } from "./http-directory.adapter.ts";
import type { PolicyDirectory, PolicyPerson } from "./policy-directory.port.ts";

/**
 * Queries the directory of each company, and the imported book for companies without one. Where one directory fails the
 * whole query fails, because a partial result would look like a person without policies.
 */
export function companyDirectory(
  book: GuardedDirectory,
  byCompany: ReadonlyMap<string, GuardedDirectory>,
): GuardedDirectory {
  async function queryEach<Query extends { companies: readonly string[] }>(
    query: Query,
    run: (directory: PolicyDirectory, part: Query) => Promise<PolicyPerson[]>,
  ): Promise<PolicyPerson[]> {
    const parts = Map.groupBy(query.companies, (company) => byCompany.get(company) ?? book);
    const responses = [...parts].map(([directory, companies]) => run(directory, { ...query, companies }));
    return (await Promise.all(responses)).flat();
  }

  return {
    findByEmail: (query) => queryEach(query, (directory, part) => directory.findByEmail(part)),
    findByPolicyNumber: (query) => queryEach(query, (directory, part) => directory.findByPolicyNumber(part)),
    findByPerson: (query) => queryEach(query, (directory, part) => directory.findByPerson(part)),
    findByPersonId: (query) => (byCompany.get(query.company) ?? book).findByPersonId(query),
    findById: (id) => {
      const [, directory = book] = [...byCompany].find(([company]) => isIdOfCompany(id, company)) ?? [];
      return directory.findById(id);
    },
    isCircuitOpen: () => [book, ...byCompany.values()].some((directory) => directory.isCircuitOpen()),
  };
}
