import { listDetachedPolicies } from "@vestibule/api/identity/detached-policy.store.ts";
import { maskPolicyNumber } from "@vestibule/contract/fields/policy-number.rule.ts";
import { type CommandResult, checkedSettings } from "./command-io.ts";
import { withDatabase } from "./with-database.ts";

/** `vestibule accounts check`: lists the policies that only names and date of birth had joined to an account. */
export async function accountsCheckCommand(): Promise<CommandResult> {
  const detached = await withDatabase(checkedSettings(), ({ database }) => listDetachedPolicies(database));
  const data = detached.map(({ policyNumber, detachedAt, ...policy }) => ({
    ...policy,
    policyNumber: maskPolicyNumber(policyNumber),
    detachedAt: detachedAt.toISOString(),
  }));
  if (data.length === 0) return { text: "No policy was detached from an account.", data: { detached: data } };
  const lines = data.map(
    ({ brand, accountId, company, policyNumber, detachedAt }) =>
      `  ${brand} account ${accountId}: ${company} ${policyNumber}, ${detachedAt}`,
  );
  const title = "Detached, because only names and date of birth joined them; the person adds them by a code:";
  return { text: [title, ...lines].join("\n"), data: { detached: data } };
}
