import { findRelatedAccounts, withoutRowsOfOthers } from "../accounts/account.store.ts";
import { findProvenIdentity } from "../accounts/account-identity.store.ts";
import type { ApiDeps } from "../deps.ts";
import type { PolicyPerson } from "../directory/policy-directory.port.ts";
import {
  type BookRowName,
  belongsTo,
  isSameRow,
  type ProvenIdentity,
  personIdsOf,
  rowsOfPerson,
} from "./person.rule.ts";

type Directory = Pick<ApiDeps, "directory">;

/** Finds rows by their names, as the directory has them now. */
export async function findPresentRows(
  { directory }: Directory,
  names: readonly BookRowName[],
): Promise<PolicyPerson[]> {
  const onPolicies = await Promise.all(
    names.map(({ company, policyNumber }) => directory.findByPolicyNumber({ companies: [company], policyNumber })),
  );
  return onPolicies.flat().filter((row) => names.some((name) => isSameRow(name, row)));
}

/** Finds the rows that may belong to a person; `rowsOfPerson` decides which do. */
export async function findCandidates(
  { directory }: Directory,
  { companies, person }: { companies: readonly string[]; person: ProvenIdentity },
): Promise<PolicyPerson[]> {
  const { personKey } = person;
  const namesakes = await directory.findByPerson({ companies, personKey });
  const underOtherNames = person.rows.filter((row) => row.personKey !== personKey);
  const added = await findPresentRows({ directory }, underOtherNames);
  const known = [...namesakes, ...added];
  const ids = [...person.personIds, ...personIdsOf(known)].filter(({ company }) => companies.includes(company));
  const distinct = new Map(ids.map((id) => [`${id.company} ${id.personId}`, id]));
  const byId = await Promise.all([...distinct.values()].map((id) => directory.findByPersonId(id)));
  return [...new Map([...known, ...byId.flat()].map((row) => [row.id, row])).values()];
}

/** All rows of a person under a brand. */
export async function findRowsOfPerson(
  deps: Directory,
  order: { companies: readonly string[]; person: ProvenIdentity },
): Promise<PolicyPerson[]> {
  return rowsOfPerson(await findCandidates(deps, order), order.person);
}

/** All rows of an account's person under its brand; none for an account that was deleted. */
export async function findRowsOfAccount(
  deps: Directory & Pick<ApiDeps, "database">,
  { companies, accountId }: { companies: readonly string[]; accountId: string },
): Promise<PolicyPerson[]> {
  const person = await findProvenIdentity(deps.database, accountId);
  if (person === undefined) return [];
  return keepOwnRows(deps, { accountId, person, rows: await findRowsOfPerson(deps, { companies, person }) });
}

/** The rows that a contact or the names join to an account, without those that another account owns. */
export async function keepOwnRows(
  { database }: Pick<ApiDeps, "database">,
  { accountId, person, rows }: AccountPerson & { rows: readonly PolicyPerson[] },
): Promise<PolicyPerson[]> {
  const doubtful = rows.filter((row) => !belongsTo(row, { ...person, contacts: [] }));
  if (doubtful.length === 0) return [...rows];
  const { brandId } = person;
  const accounts = await findRelatedAccounts(database, { brandId, rows: doubtful, accountId });
  return withoutRowsOfOthers(rows, { person, accounts, accountId });
}

interface AccountPerson {
  accountId: string;
  person: ProvenIdentity & { brandId: string };
}
