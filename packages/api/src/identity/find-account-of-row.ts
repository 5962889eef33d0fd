import { accountOfRow, findRelatedAccounts, type RelatedAccount } from "../accounts/account.store.ts";
import { removePersonId } from "../accounts/account-identity.store.ts";
import type { ApiDeps } from "../deps.ts";
import { isIdOfCompany } from "../directory/http-directory.adapter.ts";
import type { PolicyPerson } from "../directory/policy-directory.port.ts";
import { isSamePersonId, isSameRow, type PersonId, type ProvenIdentity, personIdsOf } from "./person.rule.ts";

type Deps = Pick<ApiDeps, "database" | "directory">;

/** Finds the account that owns a row of the book or of another system. */
export async function findAccountOfRow(
  deps: Deps,
  { brandId, row }: { brandId: string; row: PolicyPerson },
): Promise<RelatedAccount | undefined> {
  await removeFormerPersonIds(deps, { brandId, rows: [row] });
  return accountOfRow(await findRelatedAccounts(deps.database, { brandId, rows: [row] }), row);
}

/**
 * Takes the ids of these rows from accounts whose proven rows have another one by now, before the accounts of the rows
 * are read. An import does so for the book; another system does not report that it has numbered its people again.
 */
export async function removeFormerPersonIds(
  { database, directory }: Deps,
  { brandId, rows }: { brandId: string; rows: readonly PolicyPerson[] },
): Promise<void> {
  const ids = personIdsOf(rows.filter(({ id, company }) => isIdOfCompany(id, company)));
  if (ids.length === 0) return;
  const accounts = await findRelatedAccounts(database, { brandId, rows });
  for (const { id: accountId, proven } of accounts)
    for (const id of ids.filter((one) => proven.personIds.some((known) => isSamePersonId(known, one))))
      if (await isFormerId(directory, id, proven)) await removePersonId(database, { accountId, ...id });
}

/** Whether the rows that an account has proven in the company have another id than this one. */
async function isFormerId(
  directory: ApiDeps["directory"],
  id: PersonId,
  proven: Pick<ProvenIdentity, "rows">,
): Promise<boolean> {
  const ofCompany = proven.rows.filter(({ company }) => company === id.company);
  const policyNumbers = [...new Set(ofCompany.map(({ policyNumber }) => policyNumber))];
  const onPolicies = await Promise.all(
    policyNumbers.map((policyNumber) => directory.findByPolicyNumber({ companies: [id.company], policyNumber })),
  );
  const present = personIdsOf(onPolicies.flat().filter((row) => ofCompany.some((one) => isSameRow(one, row))));
  return present.length > 0 && !present.some((one) => isSamePersonId(one, id));
}
