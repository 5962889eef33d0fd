import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hashingPool } from "@vestibule/api/passwords/hashing-pool.adapter.ts";
import { accountColumns, bookColumns } from "@vestibule/catalogue/book.table.ts";
import { defaultBrandId } from "@vestibule/vestibule/settings/settings.schema.ts";

export const password = "Ruisseau-88-bleu?";
/** Accounts in the databases of the comparisons. */
export const comparisonPeople = 20;
const first = ["Maëlle", "Émile", "Rosalie", "Thomas", "Noémie", "William", "Florence", "Étienne", "Béatrice", "Hugo"];

/** Visitors have a policy and no account; holders have both. */
type Group = "visitor" | "holder";

/** A generated policyholder; each serial number is a different person. */
export function personOf(group: Group, serial: number) {
  const letter = { visitor: "V", holder: "H" }[group];
  return {
    policyNumber: `${letter}${String(serial).padStart(6, "0")}`,
    firstName: first[serial % first.length] ?? "Maëlle",
    lastName: `Tremblay-${letter}${lettersOf(serial)}`,
    dateOfBirth: `${1940 + (serial % 60)}-0${1 + (serial % 9)}-1${serial % 10}`,
    email: `${group}${serial}@courrier.example`,
  };
}

/** The book as a file, in pieces: policies for a number of people per group. */
function* bookOf(groups: readonly { group: Group; people: number }[]): Generator<string> {
  yield `${bookColumns.join(",")}\n`;
  for (const { group, people } of groups)
    yield* inPieces(people, (serial) => {
      const { policyNumber, firstName, lastName, dateOfBirth, email } = personOf(group, serial);
      const telephone = `514-555-01${String(serial % 100).padStart(2, "0")}`;
      const facts = `auto,2026,qc,40,${firstName},${lastName},${dateOfBirth},H2X 1Y4,${email},${telephone}`;
      return `${defaultBrandId},${policyNumber},${facts},,,false,,fr,smart\n`;
    });
}

/** Paths of a book and of accounts, as settings that import them at a start. */
export interface PeopleFiles extends Record<string, string> {
  DEMO_BOOK: string;
  DEMO_ACCOUNTS: string;
}

/** Writes files with visitors and with account holders. */
export async function writePeople(
  folder: string,
  { visitors, holders }: { visitors: number; holders: number },
): Promise<PeopleFiles> {
  const files = { DEMO_BOOK: join(folder, "people.csv"), DEMO_ACCOUNTS: join(folder, "accounts.csv") };
  const groups = [
    { group: "visitor", people: visitors },
    { group: "holder", people: holders },
  ] as const;
  await writeFile(files.DEMO_BOOK, bookOf(groups));
  const passwordHash = await hashingPool().hash(password);
  await writeFile(files.DEMO_ACCOUNTS, accountsOf({ people: holders, passwordHash }));
  return files;
}

/** Accounts of a number of holders, in pieces; one password hash for all, since hashing one for each would take minutes. */
function* accountsOf(of: { people: number; passwordHash: string }): Generator<string> {
  yield `${[...accountColumns, "passwordHash"].join(",")}\n`;
  yield* inPieces(of.people, (serial) => {
    const { policyNumber, firstName, lastName, dateOfBirth, email } = personOf("holder", serial);
    const owner = `${policyNumber},${defaultBrandId},${firstName},${lastName},${dateOfBirth}`;
    return `${email},,A,${owner},"${of.passwordHash}"\n`;
  });
}

/** Lines of a file, a thousand at a time. */
function* inPieces(people: number, lineOf: (serial: number) => string): Generator<string> {
  for (let first = 0; first < people; first += 1000) {
    const count = Math.min(1000, people - first);
    yield Array.from({ length: count }, (_, index) => lineOf(first + index)).join("");
  }
}

/** A number in letters, since a name has no digits. */
function lettersOf(serial: number): string {
  return [...String(serial)].map((digit) => String.fromCharCode(97 + Number(digit))).join("");
}
