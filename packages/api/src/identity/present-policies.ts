import { readPersonKey } from "@vestibule/contract/fields/fold-name.rule.ts";
import { findProvenIdentity } from "../accounts/account-identity.store.ts";
import { type AccountPolicyRole, policiesOfAccount } from "../accounts/account-policy.store.ts";
import type { ApiDeps } from "../deps.ts";
import type { PolicyPerson } from "../directory/policy-directory.port.ts";
import { keepOwnRows } from "./find-rows.ts";
import { belongsTo, type ProvenIdentity } from "./person.rule.ts";

export interface PresentPolicy extends AccountPolicyRole {
  /** Undefined where the directory does not list the policy. */
  row: PolicyPerson | undefined;
}

/**
 * The policies of an account, each with its row in the directory, without those that the insurer has given to other
 * people since: a policy keeps its number where a person leaves it to another.
 */
export async function findPresentPolicies(
  { database, directory }: Pick<ApiDeps, "database" | "directory">,
  { companies, accountId }: { companies: readonly string[]; accountId: string },
): Promise<PresentPolicy[]> {
  const person = await findProvenIdentity(database, accountId);
  if (person === undefined) return [];
  const policies = await policiesOfAccount(database, accountId);
  const found = await Promise.all(
    policies.map(async (policy) => {
      const rows = await directory.findByPolicyNumber({ companies, policyNumber: policy.policyNumber });
      return { policy, onPolicy: rows.filter(({ company }) => company === policy.company) };
    }),
  );
  const rows = found.flatMap(({ onPolicy }) =>
    onPolicy.filter((row) => belongsTo(row, person) || isRenamed(row, person)),
  );
  const own = await keepOwnRows({ database }, { accountId, person, rows });
  return found.flatMap(({ policy, onPolicy }) => presentPolicy(policy, onPolicy, own));
}

/** A policy of the household is present while the account's person is on it in any role. */
function presentPolicy(
  policy: AccountPolicyRole,
  onPolicy: readonly PolicyPerson[],
  ofPerson: readonly PolicyPerson[],
): PresentPolicy[] {
  const inRole = onPolicy.filter(({ role }) => role === policy.role);
  const own = onPolicy.filter((row) => ofPerson.includes(row));
  const row = inRole.find((one) => own.includes(one)) ?? inRole[0];
  const isOfOthers = row !== undefined && !own.includes(row) && (policy.isProven || own.length === 0);
  return isOfOthers ? [] : [{ ...policy, row }];
}

/** Whether a row may be of the person under another last name, such as after a marriage. */
function isRenamed(row: Pick<PolicyPerson, "personKey">, { personKey }: Pick<ProvenIdentity, "personKey">): boolean {
  const [one, other] = [readPersonKey(row.personKey), readPersonKey(personKey)];
  return one.firstName === other.firstName && one.dateOfBirth === other.dateOfBirth;
}
