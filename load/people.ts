import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hashingPool } from "@vestibule/api/passwords/hashing-pool.adapter.ts";
import { accountColumns, bookColumns } from "@vestibule/catalogue/book.table.ts";
import { sampleBrandId } from "../test/sample-brand.ts";
import { memoryOf, outputOf, runVestibule } from "../test/server-process.ts";
import { times } from "./generator.ts";

export const password = "Ruisseau-88-bleu?";
const postalCode = "H2X 1Y4";
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
export type Group = "visitor" | "holder";

type Person = ReturnType<typeof personOf>;

/** Generates a policyholder; each serial number is a different person. */
export function personOf(group: Group, serial: number) {
  const prefix = { visitor: "V", holder: "H" }[group];
  return {
    policyNumber: `${prefix}${String(serial).padStart(6, "0")}`,
    firstName: firstNames[serial % firstNames.length] ?? "Maëlle",
    lastName: `Tremblay-${prefix}${lettersOf(serial)}`,
    dateOfBirth: `${1940 + (serial % 60)}-0${1 + (serial % 9)}-1${serial % 10}`,
    email: `${group}${serial}@courrier.example`,
    cellPhone: `514-555-01${String(serial % 100).padStart(2, "0")}`,
    postalCode,
  };
}

/** Writes a number in letters, because a name must not contain digits. */
function lettersOf(serial: number): string {
  return [...String(serial)].map((digit) => String.fromCharCode(97 + Number(digit))).join("");
}

export type PeopleCount = Record<Group, number>;

/**
 * Writes CSV files of people and imports policies and then accounts with the commands of the product, since an import
 * at start would count towards the memory of a server. Returns for each its duration in seconds, its number of rows, and
 * its peak memory in MB, which is NaN where the system does not report it.
 */
export async function importPeople(
  count: PeopleCount,
  { folder, settings, checkout }: { folder: string; settings: Record<string, string>; checkout?: string | undefined },
) {
  // All share one hash, since one for each would take minutes.
  const passwordHash = await hashingPool().hash(password);
  const files = { policies: join(folder, "people.csv"), accounts: join(folder, "accounts.csv") };
  const holders = { holder: count.holder };
  await writeFile(files.policies, linesOf(bookColumns, { visitor: count.visitor, ...holders }, policyLine));
  const accountLine = (person: Person) => accountLineOf(person, passwordHash);
  await writeFile(files.accounts, linesOf([...accountColumns, "passwordHash"], holders, accountLine));
  const importFile = async (kind: "policies" | "accounts") => {
    const startedAt = performance.now();
    const child = runVestibule([kind, "import", files[kind]], settings, { checkout });
    let peakMegabytes = Number.NaN;
    const watch = setInterval(() => {
      const sample = memoryOf(child).peakMegabytes;
      if (!Number.isNaN(sample)) peakMegabytes = sample;
    }, 50);
    const output = await outputOf(child).finally(() => clearInterval(watch));
    const added = Number(output.match(/(\d+) added/)?.[1] ?? 0);
    return { kind, seconds: (performance.now() - startedAt) / 1000, added, peakMegabytes };
  };
  return [await importFile("policies"), await importFile("accounts")];
}

function policyLine({ policyNumber, firstName, lastName, dateOfBirth, email, cellPhone }: Person): string {
  const columns = `auto,2026,qc,40,${firstName},${lastName},${dateOfBirth},${postalCode},${email},${cellPhone}`;
  return `${sampleBrandId},${policyNumber},${columns},,,false,,fr,smart\n`;
}

function accountLineOf(
  { policyNumber, firstName, lastName, dateOfBirth, email }: Person,
  passwordHash: string,
): string {
  return `${email},,A,${policyNumber},${sampleBrandId},${firstName},${lastName},${dateOfBirth},"${passwordHash}"\n`;
}

/** Generates a CSV file, a thousand lines at a time. */
function* linesOf(columns: readonly string[], count: Partial<PeopleCount>, lineOf: (person: Person) => string) {
  yield `${columns.join(",")}\n`;
  for (const [group, people] of Object.entries(count))
    for (let start = 0; start < people; start += 1000) {
      const serials = times(Math.min(1000, people - start)).map((index) => start + index);
      yield serials.map((serial) => lineOf(personOf(group as Group, serial))).join("");
    }
}
