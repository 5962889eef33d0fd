import { checkPolicies } from "@vestibule/api/identity/check-policies.ts";
import { listDetachedPolicies } from "@vestibule/api/identity/detached-policy.store.ts";
import { maskPolicyNumber } from "@vestibule/contract/fields/policy-number.rule.ts";
import { openBrands } from "../serve/open-brands.ts";
import { type CommandResult, checkedSettings } from "./command-io.ts";
import { withPeople } from "./with-people.ts";

/**
 * `vestibule accounts check`: lists the policies that only names and date of birth had joined to an account, after it
 * has asked the directories over HTTP about accounts that an upgrade could not check.
 */
export async function accountsCheckCommand(): Promise<CommandResult> {
  const settings = checkedSettings();
  const brands = await openBrands(settings);
  const detached = await withPeople(settings, brands, async (tools) => {
    await checkPolicies(tools, { companiesOf: (brandId) => brands.byId(brandId)?.companies ?? [] });
    return listDetachedPolicies(tools.database);
  });
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
