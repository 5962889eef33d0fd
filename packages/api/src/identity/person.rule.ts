import { readPersonKey } from "@vestibule/contract/fields/fold-name.rule.ts";
import type { PolicyPerson } from "../directory/policy-directory.port.ts";

/** The insurer's own id of a person, unique within one company. */
export interface PersonId {
  company: string;
  personId: string;
}

/** Names a row of the book: the part of one person on one policy. */
export type BookRowName = Pick<PolicyPerson, "company" | "policyNumber" | "role" | "personKey">;

/** What is compared of a row of the book. */
export type ComparedRow = BookRowName & Pick<PolicyPerson, "personId" | "email" | "cellPhone">;

/** What an account, or a registration under way, has proven of its person. */
export interface ProvenIdentity {
  /** Folded names and date of birth. They find rows, and join none. */
  personKey: string;
  /** E-mails and mobile numbers to which a code was sent and typed back. */
  contacts: readonly string[];
  personIds: readonly PersonId[];
  /** Rows proven by their own facts and a code to a contact on them. */
  rows: readonly BookRowName[];
}

export const noProof: Omit<ProvenIdentity, "personKey"> = { contacts: [], personIds: [], rows: [] };

/** The identity of a person who was found by one row; `contacts` are those that they have proven so far. */
export function identityByRow(row: ComparedRow, contacts: readonly string[] = []): ProvenIdentity {
  return { personKey: row.personKey, contacts, personIds: personIdsOf([row]), rows: [row] };
}

export function personIdsOf(rows: readonly Pick<PolicyPerson, "company" | "personId">[]): PersonId[] {
  const ids = rows.flatMap(({ company, personId }) => (personId === null ? [] : [{ company, personId }]));
  return [...new Map(ids.map((id) => [`${id.company} ${id.personId}`, id])).values()];
}

/**
 * Whether a row of the book belongs to the person: by the insurer's id within one company, or, where the company has
 * given none for this person, by names, date of birth and a proven contact.
 */
export function belongsTo(row: ComparedRow, person: ProvenIdentity): boolean {
  if (person.rows.some((proven) => isSameRow(proven, row))) return true;
  const ofCompany = person.personIds.filter(({ company }) => company === row.company);
  if (row.personId !== null && ofCompany.length > 0)
    return ofCompany.some(({ personId }) => personId === row.personId) && mayBeOnePerson(row, person);
  return row.personKey === person.personKey && hasContact(row, person.contacts);
}

/**
 * All rows of a person among the candidates. Two ids of one company that only a contact supports are two people, so
 * neither is chosen.
 */
export function rowsOfPerson<Row extends ComparedRow>(candidates: readonly Row[], proven: ProvenIdentity): Row[] {
  const person = withPresentIds(candidates, proven);
  const supported = candidates.filter((row) => belongsTo(row, person));
  const found = personIdsOf(supported);
  const isCertain = ({ company, personId }: PersonId) =>
    person.personIds.some((id) => id.company === company && id.personId === personId) ||
    found.filter((id) => id.company === company).length === 1;
  const certain = found.filter(isCertain);
  const known = { ...person, personIds: [...person.personIds, ...certain] };
  return candidates.filter(
    (row) =>
      belongsTo(row, known) &&
      (row.personId === null ||
        person.rows.some((proven) => isSameRow(proven, row)) ||
        known.personIds.some(({ company, personId }) => company === row.company && personId === row.personId)),
  );
}

function withPresentIds(candidates: readonly ComparedRow[], person: ProvenIdentity): ProvenIdentity {
  const former = formerPersonIds(candidates, person);
  return { ...person, personIds: person.personIds.filter((id) => !former.includes(id)) };
}

/**
 * The ids of a person whose company gives another one on the rows that the person has proven: the insurer has numbered
 * its people again, and the previous id may be that of another person.
 */
export function formerPersonIds(
  candidates: readonly ComparedRow[],
  { personIds, rows }: Pick<ProvenIdentity, "personIds" | "rows">,
): PersonId[] {
  const present = personIdsOf(candidates.filter((row) => rows.some((proven) => isSameRow(proven, row))));
  return personIds.filter(
    (id) => present.some(({ company }) => company === id.company) && !present.some((one) => isSamePersonId(id, one)),
  );
}

/** Whether a person who has just proven a row is the person of an account. */
export function isSamePerson(person: ProvenIdentity, account: ProvenIdentity): boolean {
  if (person.rows.some((row) => account.rows.some((proven) => isSameRow(proven, row)))) return true;
  const shared = person.personIds.filter((id) => account.personIds.some(({ company }) => company === id.company));
  if (shared.length > 0)
    return (
      mayBeOnePerson(person, account) &&
      shared.some((id) => account.personIds.some((other) => isSamePersonId(id, other)))
    );
  return (
    person.personKey === account.personKey && person.contacts.some((contact) => account.contacts.includes(contact))
  );
}

/** Whether two rows of one policy are of one person. */
export function isSameOnPolicy(left: ComparedRow, right: ComparedRow): boolean {
  if (left.personId !== null && right.personId !== null && left.company === right.company)
    return left.personId === right.personId;
  return left.personKey === right.personKey;
}

export const identityByPersonId = ({ company, personId }: PersonId): string => `${company}#${personId}`;

/**
 * Key of a person under a brand: that of their limits, and of which one account may exist. Namesakes have different
 * keys, by the insurer's id, the contact on file or the policy.
 */
export function identityOf(row: Omit<ComparedRow, "role">): string {
  const { company, personId, personKey, email, cellPhone, policyNumber } = row;
  if (personId !== null) return identityByPersonId({ company, personId });
  return `${personKey}|${email ?? cellPhone ?? `${company} ${policyNumber}`}`;
}

export function isSameRow(left: BookRowName, right: BookRowName): boolean {
  return (
    left.company === right.company &&
    left.policyNumber === right.policyNumber &&
    left.role === right.role &&
    left.personKey === right.personKey
  );
}

export function isSamePersonId(id: PersonId, other: { company: string; personId: string | null }): boolean {
  return id.company === other.company && id.personId === other.personId;
}

/**
 * Whether one id may mean both: with another date of birth and other names, the insurer has given the id of one person
 * to another. A marriage leaves the date of birth, and a corrected date leaves the names.
 */
export function mayBeOnePerson({ personKey }: Pick<BookRowName, "personKey">, person: ProvenIdentity): boolean {
  const one = readPersonKey(personKey);
  return [person, ...person.rows].some((known) => {
    const other = readPersonKey(known.personKey);
    const hasSameNames = one.firstName === other.firstName && one.lastName === other.lastName;
    return hasSameNames || one.dateOfBirth === other.dateOfBirth;
  });
}

function hasContact({ email, cellPhone }: ComparedRow, contacts: readonly string[]): boolean {
  return [email, cellPhone].some((contact) => contact !== null && contacts.includes(contact));
}
