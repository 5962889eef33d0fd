import type { Db } from "@vestibule/api/platform/database.table.ts";
import { foldName, personKey } from "@vestibule/contract/fields/person-name.rule.ts";
import type { AccountRow } from "./account-row.rule.ts";
import { type BookEntry, batchesOf, entriesOfPeople, entriesOfPolicies, takenAlready } from "./accounts.store.ts";
import type { FaultList } from "./import-report.schema.ts";

export interface OwnedRow {
  row: AccountRow;
  owner: AccountOwner;
  /** Every row of this person under the brand, newest first. */
  entries: BookEntry[];
  /** Whether the e-mail or the person already has an account. */
  taken: boolean;
}

const batchRows = 2000;

/** Finds the person of each row; no match, or a second row for the same e-mail or person, is a fault. */
export async function findOwners(question: {
  database: Db;
  rows: readonly AccountRow[];
  faults: FaultList;
}): Promise<OwnedRow[]> {
  const { database, rows, faults } = question;
  const owned: OwnedRow[] = [];
  const byBrand = Map.groupBy(rows, (row) => row.brand.id);
  for (const rowsOfBrand of byBrand.values())
    for (const batch of batchesOf(rowsOfBrand, batchRows))
      owned.push(...(await ownersOfBatch(database, batch, faults)));
  refuseSeconds(owned, faults);
  return owned;
}

async function ownersOfBatch(database: Db, batch: readonly AccountRow[], faults: FaultList): Promise<OwnedRow[]> {
  const [first] = batch;
  if (!first) return [];
  const { companies, id: brandId } = first.brand;
  const policyNumbers = batch.filter((row) => !ownerNamed(row)).map((row) => row.policyNumber ?? "");
  const onPolicies = policyNumbers.length > 0 ? await entriesOfPolicies(database, { companies, policyNumbers }) : [];
  const found = batch.flatMap((row) => {
    const owner = ownerNamed(row) ?? ownerOnPolicy(row, onPolicies);
    if (!owner)
      faults.add({
        line: row.lineNumber,
        column: "policyNumber",
        reason: "and the facts given name no single person of the book",
      });
    return owner ? [{ row, owner }] : [];
  });
  if (found.length === 0) return [];
  const personKeys = found.map(({ owner }) => owner.personKey);
  const entries = Map.groupBy(await entriesOfPeople(database, { companies, personKeys }), (entry) => entry.personKey);
  const taken = await takenAlready(database, { brandId, personKeys, emails: found.map(({ row }) => row.email) });
  return found.map(({ row, owner }) => ({
    ...{ row, owner, entries: entries.get(owner.personKey) ?? [] },
    taken: taken.emails.has(row.email) || taken.personKeys.has(owner.personKey),
  }));
}

function refuseSeconds(owned: readonly OwnedRow[], faults: FaultList): void {
  const lines = new Map<string, number>();
  for (const { row, owner } of owned)
    for (const [column, value] of [
      ["email", row.email],
      ["lastName", owner.personKey],
    ] as const) {
      const key = JSON.stringify([row.brand.id, column, value]);
      const earlier = lines.get(key);
      const what = column === "email" ? "is the address" : "and the birth date are those";
      if (earlier !== undefined) faults.add({ line: row.lineNumber, column, reason: `${what} of line ${earlier}` });
      else lines.set(key, row.lineNumber);
    }
}

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
