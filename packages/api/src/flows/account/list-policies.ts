import { roleNames } from "@vestibule/catalogue/account.table.ts";
import type { policyLines } from "@vestibule/catalogue/book.table.ts";
import type { AccountPolicy } from "@vestibule/contract/account/profile.endpoint.ts";
import { maskPolicyNumber } from "@vestibule/contract/fields/policy-number.rule.ts";
import type { AccountCall } from "../../accounts/account-call.rule.ts";
import { policiesOfAccount } from "../../accounts/account-policy.store.ts";
import type { ApiDeps } from "../../deps.ts";
import { unlessUnavailable } from "../../directory/circuit-breaker.adapter.ts";

/** Lists the policies of an account, including those of the household, with current data from the policy directory. */
export async function listPolicies(
  { database, directory }: Pick<ApiDeps, "database" | "directory">,
  { requestContext, session }: AccountCall,
): Promise<{ kind: "listed"; policies: AccountPolicy[] } | { kind: "unavailable" }> {
  const { companies } = requestContext.brand;
  const policies = await policiesOfAccount(database, session.accountId);
  const queries = policies.map(async ({ company, policyNumber, role }) => {
    const rows = await directory.findByPolicyNumber({ companies, policyNumber });
    const row = rows.find((one) => one.company === company && one.role === role);
    if (row === undefined) return [];
    return {
      line: row.line as (typeof policyLines)[number],
      year: row.year,
      maskedPolicyNumber: maskPolicyNumber(policyNumber),
      province: row.province,
      role: roleNames[role],
    };
  });
  const found = await unlessUnavailable(Promise.all(queries));
  return found === undefined
    ? { kind: "unavailable" }
    : { kind: "listed", policies: found.flat().sort((left, right) => right.year - left.year) };
}
