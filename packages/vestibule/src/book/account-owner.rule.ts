import { foldName, personKey } from "@vestibule/contract/fields/person-name.rule.ts";
import type { AccountRow } from "./account-row.rule.ts";
import type { BookEntry } from "./accounts.store.ts";

export interface AccountOwner {
  firstName: string;
  lastName: string;
  dateOfBirth: string;
  personKey: string;
}

/** The person that a row names completely, or undefined where names or birth date must come from the policy. */
export function ownerNamed(row: AccountRow): AccountOwner | undefined {
  const { firstName, lastName, dateOfBirth } = row;
  if (!firstName || !lastName || !dateOfBirth) return undefined;
  const person = { firstName, lastName, dateOfBirth };
  return { ...person, personKey: personKey(person) };
}

/**
 * The one person on the row's policy who matches the given names and birth date; among several, the one with the row's
 * e-mail. Undefined unless exactly one remains.
 */
export function ownerOnPolicy(row: AccountRow, entries: readonly BookEntry[]): AccountOwner | undefined {
  const fitting = entries.filter(
    (entry) =>
      entry.policyNumber === row.policyNumber &&
      (!row.firstName || foldName(row.firstName) === foldName(entry.firstName)) &&
      (!row.lastName || foldName(row.lastName) === foldName(entry.lastName)) &&
      (!row.dateOfBirth || row.dateOfBirth === entry.dateOfBirth),
  );
  return onlyPerson(fitting) ?? onlyPerson(fitting.filter((entry) => entry.email === row.email));
}

function onlyPerson(entries: readonly BookEntry[]): AccountOwner | undefined {
  const [first] = entries;
  return first && entries.every((entry) => entry.personKey === first.personKey) ? first : undefined;
}
