import {
  identityByRow,
  identityOf,
  isSameOnPolicy,
  isSameRow,
  noProof,
  personIdsOf,
  rowsOfPerson,
} from "@vestibule/api/identity/person.rule.ts";
import type { DbOrTrx } from "@vestibule/api/platform/database.table.ts";
import { foldName, personKey } from "@vestibule/contract/fields/fold-name.rule.ts";
import type { ImportedAccount } from "./account-row.rule.ts";
import {
  type AccountOwner,
  type BookEntry,
  findEntriesByPeople,
  findEntriesByPolicies,
  type OwnedRow,
} from "./accounts.store.ts";
import type { ErrorList } from "./import-report.schema.ts";

/** Finds the person of each row of a batch. Adds an error for each row without one. */
export async function findOwners(
  database: DbOrTrx,
  batch: readonly ImportedAccount[],
  errors: ErrorList,
): Promise<OwnedRow[]> {
  const owned: OwnedRow[] = [];
  for (const rows of Map.groupBy(batch, (row) => row.brand.id).values())
    owned.push(...(await findOwnersInBrand(database, rows, errors)));
  return owned;
}

async function findOwnersInBrand(
  database: DbOrTrx,
  batch: readonly ImportedAccount[],
  errors: ErrorList,
): Promise<OwnedRow[]> {
  const companies = batch[0]?.brand.companies ?? [];
  const policyNumbers = batch.flatMap(({ policyNumber }) => policyNumber ?? []);
  const onPolicies =
    policyNumbers.length > 0 ? await findEntriesByPolicies(database, { companies, policyNumbers }) : [];
  const found = batch.flatMap((row) => {
    const named = findOwnerOnPolicy(row, onPolicies);
    const owner = readNamedOwner(row) ?? named;
    if (!owner)
      errors.add({
        line: row.lineNumber,
        column: "policyNumber",
        reason: "and the given names and birth date do not identify one person of the book",
      });
    return owner ? [{ row, owner, named: named?.personKey === owner.personKey ? named : undefined }] : [];
  });
  if (found.length === 0) return [];
  const personKeys = found.map(({ owner }) => owner.personKey);
  const namesakes = await findEntriesByPeople(database, { companies, personKeys, personIds: [] });
  const personIds = personIdsOf(namesakes).map(({ personId }) => personId);
  const candidates = await findEntriesByPeople(database, { companies, personKeys, personIds });
  return found.map(({ row, owner, named: onPolicy }) => {
    const { firstName, lastName, dateOfBirth, personKey } = owner;
    const named = onPolicy && candidates.find((entry) => isSameRow(entry, onPolicy));
    const proven = named ? identityByRow(named, [row.email]) : { ...noProof, personKey, contacts: [row.email] };
    const entries = rowsOfPerson(candidates, proven);
    const identity = named ? identityOf(named) : `${personKey}|${row.email}`;
    return { row, owner: { firstName, lastName, dateOfBirth, personKey, identity }, named, entries };
  });
}

/** The person of a row with names and birth date; undefined if the policy must supply one of them. */
export function readNamedOwner(row: ImportedAccount): Omit<AccountOwner, "identity"> | undefined {
  const { firstName, lastName, dateOfBirth } = row;
  if (!firstName || !lastName || !dateOfBirth) return undefined;
  const person = { firstName, lastName, dateOfBirth };
  return { ...person, personKey: personKey(person) };
}

/** Among several matches takes the one with the row's e-mail. Undefined unless exactly one remains. */
export function findOwnerOnPolicy(row: ImportedAccount, entries: readonly BookEntry[]): BookEntry | undefined {
  const matching = entries.filter(
    (entry) =>
      entry.company === row.company &&
      entry.policyNumber === row.policyNumber &&
      (!row.firstName || foldName(row.firstName) === foldName(entry.firstName)) &&
      (!row.lastName || foldName(row.lastName) === foldName(entry.lastName)) &&
      (!row.dateOfBirth || row.dateOfBirth === entry.dateOfBirth),
  );
  return onlyPerson(matching) ?? onlyPerson(matching.filter((entry) => entry.email === row.email));
}

function onlyPerson(entries: readonly BookEntry[]): BookEntry | undefined {
  const [first] = entries;
  return first && entries.every((entry) => isSameOnPolicy(entry, first)) ? first : undefined;
}
