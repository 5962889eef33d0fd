import { roles } from "@vestibule/catalogue/account.table.ts";
import type { Account } from "../../accounts/account.store.ts";
import type { PolicyPerson } from "../../directory/policy-directory.port.ts";
import { factAtCreation } from "../../verification/knowledge-check.ts";

/** A driver needs a mobile number on file to verify, before joining another person's account. */
export function canJoinAccount(policies: readonly PolicyPerson[]): boolean {
  const holdsPolicy = policies.some(({ role }) => role === roles.policyHolder);
  return holdsPolicy || factAtCreation(policies) === "cellPhone";
}

/** Person keys of the policyholders on the policy of a driver in the driving programme. */
export function findPolicyholders(
  driver: PolicyPerson,
  { onPolicy, policies }: { onPolicy: readonly PolicyPerson[]; policies: readonly PolicyPerson[] },
): string[] {
  const isDriver = driver.role === roles.insuredDriver && driver.ubi;
  if (!isDriver || factAtCreation(policies) !== "cellPhone") return [];
  const holders = onPolicy.filter((row) => row.role === roles.policyHolder && sharesPolicy(row, driver));
  return [...new Set(holders.map(({ personKey }) => personKey))];
}

/** Whether the account belongs to another person on the same policy, with another role. */
export function isInHousehold(
  account: Account,
  { person, onPolicy }: { person: PolicyPerson; onPolicy: readonly PolicyPerson[] },
): boolean {
  return onPolicy.some(
    (row) => row.personKey === account.personKey && row.role !== person.role && sharesPolicy(row, person),
  );
}

function sharesPolicy(row: PolicyPerson, person: PolicyPerson): boolean {
  return (
    row.company === person.company && row.policyNumber === person.policyNumber && row.personKey !== person.personKey
  );
}
