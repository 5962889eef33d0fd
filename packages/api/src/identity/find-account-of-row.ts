import { accountOfRow, findRelatedAccounts, type RelatedAccount } from "../accounts/account.store.ts";
import { removePersonId } from "../accounts/account-identity.store.ts";
import type { ApiDeps } from "../deps.ts";
import { isIdOfCompany } from "../directory/http-directory.adapter.ts";
import type { PolicyPerson } from "../directory/policy-directory.port.ts";
import { findPresentRows } from "./find-rows.ts";
import { formerPersonIds, isSamePersonId, personIdsOf } from "./person.rule.ts";

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
  for (const { id: accountId, proven } of accounts) {
    const personIds = proven.personIds.filter((known) => ids.some((id) => isSamePersonId(known, id)));
    if (personIds.length === 0) continue;
    const ofCompanies = proven.rows.filter((row) => personIds.some(({ company }) => company === row.company));
    const present = await findPresentRows({ directory }, ofCompanies);
    for (const id of formerPersonIds(present, { personIds, rows: proven.rows }))
      await removePersonId(database, { accountId, ...id });
  }
}
