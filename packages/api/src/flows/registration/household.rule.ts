import { roles } from "@vestibule/catalogue/account.table.ts";
import type { RelatedAccount } from "../../accounts/account.store.ts";
import { provenIdentityOf } from "../../accounts/account-identity.store.ts";
import type { PolicyPerson } from "../../directory/policy-directory.port.ts";
import { belongsTo, isSameOnPolicy } from "../../identity/person.rule.ts";
import { factAtCreation } from "../../verification/knowledge-check.ts";

/** Rows of the policyholders on the policy of a driver in the driving programme. */
export function findPolicyholders(
  driver: PolicyPerson,
  { onPolicy, policies }: { onPolicy: readonly PolicyPerson[]; policies: readonly PolicyPerson[] },
): PolicyPerson[] {
  const isDriver = driver.role === roles.insuredDriver && driver.ubi;
  if (!isDriver || factAtCreation(policies) !== "cellPhone") return [];
  return onPolicy.filter((row) => row.role === roles.policyHolder && sharesPolicy(row, driver));
}

/** Whether the account belongs to another person on the same policy, with another role. */
export function isInHousehold(
  account: RelatedAccount,
  { person, onPolicy }: { person: PolicyPerson; onPolicy: readonly PolicyPerson[] },
): boolean {
  return onPolicy.some(
    (row) => belongsTo(row, provenIdentityOf(account)) && row.role !== person.role && sharesPolicy(row, person),
  );
}

function sharesPolicy(row: PolicyPerson, person: PolicyPerson): boolean {
  return row.company === person.company && row.policyNumber === person.policyNumber && !isSameOnPolicy(row, person);
}
