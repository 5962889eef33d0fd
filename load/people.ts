import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hashingPool } from "@vestibule/api/passwords/hashing-pool.adapter.ts";
import { accountColumns, bookColumns } from "@vestibule/catalogue/book.table.ts";
import { sampleBrandId } from "../test/sample-brand.ts";

export const password = "Ruisseau-88-bleu?";
/** Accounts in the databases of the comparisons. */
export const comparisonPeople = 20;
const firstNames = [
  "Maëlle",
  "Émile",
  "Rosalie",
  "Thomas",
  "Noémie",
  "William",
  "Florence",
  "Étienne",
  "Béatrice",
  "Hugo",
];

/** Visitors have a policy and no account; holders have both. */
type Group = "visitor" | "holder";

/** Generates a policyholder; each serial number is a different person. */
export function personOf(group: Group, serial: number) {
  const prefix = { visitor: "V", holder: "H" }[group];
  return {
    policyNumber: `${prefix}${String(serial).padStart(6, "0")}`,
    firstName: firstNames[serial % firstNames.length] ?? "Maëlle",
    lastName: `Tremblay-${prefix}${lettersOf(serial)}`,
    dateOfBirth: `${1940 + (serial % 60)}-0${1 + (serial % 9)}-1${serial % 10}`,
    email: `${group}${serial}@courrier.example`,
  };
}

/** Generates the CSV file of policies in chunks. */
function* bookOf(groups: readonly { group: Group; people: number }[]): Generator<string> {
  yield `${bookColumns.join(",")}\n`;
  for (const { group, people } of groups)
    yield* inChunks(people, (serial) => {
      const { policyNumber, firstName, lastName, dateOfBirth, email } = personOf(group, serial);
      const telephone = `514-555-01${String(serial % 100).padStart(2, "0")}`;
      const columns = `auto,2026,qc,40,${firstName},${lastName},${dateOfBirth},H2X 1Y4,${email},${telephone}`;
      return `${sampleBrandId},${policyNumber},${columns},,,false,,fr,smart\n`;
    });
}

/** Paths of the CSV files, named as the settings that import them at start. */
export interface PeopleFiles extends Record<string, string> {
  DEMO_BOOK: string;
  DEMO_ACCOUNTS: string;
}

/** Writes the CSV files of policies and accounts for a number of visitors and holders. */
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

/** Generates the CSV file of accounts in chunks. All share one password hash, since one for each would take minutes. */
function* accountsOf({ people, passwordHash }: { people: number; passwordHash: string }): Generator<string> {
  yield `${[...accountColumns, "passwordHash"].join(",")}\n`;
  yield* inChunks(people, (serial) => {
    const { policyNumber, firstName, lastName, dateOfBirth, email } = personOf("holder", serial);
    const owner = `${policyNumber},${sampleBrandId},${firstName},${lastName},${dateOfBirth}`;
    return `${email},,A,${owner},"${passwordHash}"\n`;
  });
}

/** Generates the lines of a file, a thousand at a time. */
function* inChunks(people: number, lineOf: (serial: number) => string): Generator<string> {
  for (let start = 0; start < people; start += 1000) {
    const count = Math.min(1000, people - start);
    yield Array.from({ length: count }, (_, index) => lineOf(start + index)).join("");
  }
}

/** Writes a number in letters, because a name must not contain digits. */
function lettersOf(serial: number): string {
  return [...String(serial)].map((digit) => String.fromCharCode(97 + Number(digit))).join("");
}
