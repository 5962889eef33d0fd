import { accountColumns, bookColumns } from "@vestibule/catalogue/book.table.ts";
import { defaultBrandId } from "@vestibule/vestibule/settings/settings.schema.ts";

export const password = "Ruisseau-88-bleu?";
const first = ["Maëlle", "Émile", "Rosalie", "Thomas", "Noémie", "William", "Florence", "Étienne", "Béatrice", "Hugo"];

/** A generated policyholder; each serial number is a different person. */
export function personOf(group: "book" | "visitor" | "holder", serial: number) {
  const letter = { book: "K", visitor: "V", holder: "H" }[group];
  return {
    policyNumber: `${letter}${String(serial).padStart(6, "0")}`,
    firstName: first[serial % first.length] ?? "Maëlle",
    lastName: `Tremblay-${letter}${lettersOf(serial)}`,
    dateOfBirth: `${1940 + (serial % 60)}-0${1 + (serial % 9)}-1${serial % 10}`,
    email: `${group}${serial}@courrier.example`,
  };
}

/** The book as a file: policies for a number of people per group. */
export function bookOf(groups: readonly { group: Parameters<typeof personOf>[0]; people: number }[]): string {
  const lines = [bookColumns.join(",")];
  for (const { group, people } of groups) {
    for (let serial = 0; serial < people; serial += 1) {
      const { policyNumber, firstName, lastName, dateOfBirth, email } = personOf(group, serial);
      const telephone = `514-555-01${String(serial % 100).padStart(2, "0")}`;
      const facts = `auto,2026,qc,40,${firstName},${lastName},${dateOfBirth},H2X 1Y4,${email},${telephone}`;
      lines.push(`${defaultBrandId},${policyNumber},${facts},,,false,,fr,smart`);
    }
  }
  return `${lines.join("\n")}\n`;
}

/** Accounts of a number of holders who share one password hash, since hashing one for each would take minutes. */
export function accountsOf({ people, passwordHash }: { people: number; passwordHash: string }): string {
  const lines = [[...accountColumns, "passwordHash"].join(",")];
  for (let serial = 0; serial < people; serial += 1) {
    const { policyNumber, firstName, lastName, dateOfBirth, email } = personOf("holder", serial);
    const owner = `${policyNumber},${defaultBrandId},${firstName},${lastName},${dateOfBirth}`;
    lines.push(`${email},,A,${owner},"${passwordHash}"`);
  }
  return `${lines.join("\n")}\n`;
}

/** A number in letters, since a name has no digits. */
function lettersOf(serial: number): string {
  return [...String(serial)].map((digit) => String.fromCharCode(97 + Number(digit))).join("");
}
