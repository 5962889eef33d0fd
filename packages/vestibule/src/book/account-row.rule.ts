import { storedHashForm } from "@vestibule/api/passwords/imported-hash.rule.ts";
import { passwordHashKind } from "@vestibule/api/passwords/password-hash.rule.ts";
import { nameUnknownHash } from "@vestibule/api/passwords/unknown-hash.rule.ts";
import { type AccountStatus, accountStatuses } from "@vestibule/catalogue/account.table.ts";
import type { AccountColumn } from "@vestibule/catalogue/book.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { checkEmail, normaliseEmail } from "@vestibule/contract/fields/email.rule.ts";
import { isMissingWord } from "@vestibule/contract/fields/missing-value.rule.ts";
import { checkPolicyNumber } from "@vestibule/contract/fields/policy-number.rule.ts";
import { normaliseNumber } from "@vestibule/contract/fields/text.rule.ts";
import { asField, birthDate, CellReader, type ReadRow } from "./cell-reader.rule.ts";
import type { CompanyBook, CompanyEntry } from "./company-book.rule.ts";
import type { CsvRow } from "./csv-file.adapter.ts";

export type AccountSecret = { kind: "password"; password: string } | { kind: "hash"; hash: string };

/** One valid row of the accounts file. Missing names and birth date are read from the policy. */
export interface ImportedAccount {
  lineNumber: number;
  brand: Brand;
  company: string;
  email: string;
  emailAsTyped: string;
  secret: AccountSecret;
  status: AccountStatus;
  policyNumber: string | null;
  firstName: string | null;
  lastName: string | null;
  dateOfBirth: string | null;
}

const maxPasswordLength = 64;

/** Reads a row of the accounts file and reports all errors of the row at once. */
export function readAccountRow(row: CsvRow<AccountColumn>, companies: CompanyBook): ReadRow<ImportedAccount> {
  const cells = new CellReader(row);
  const company: CompanyEntry | undefined = cells.required("company", "a company of any brand", (text) =>
    companies.get(text.toLowerCase()),
  );
  const email = cells.required("email", "an email of 79 characters or fewer", asField(checkEmail, normaliseEmail));
  const facts = {
    lineNumber: row.line,
    email,
    emailAsTyped: cells.text("email"),
    secret: readSecret(cells),
    status: cells.required("status", `one of ${accountStatuses.join(", ")}`, (text) =>
      accountStatuses.find((status) => status === text.toUpperCase()),
    ),
    policyNumber: cells.optional("policyNumber", "a policy number", (text) => {
      const number = normaliseNumber(text);
      return checkPolicyNumber(number, [number.length]) ? undefined : number;
    }),
    firstName: cells.optionalName("firstName"),
    lastName: cells.optionalName("lastName"),
    dateOfBirth: cells.optional("dateOfBirth", "a date as YYYY-MM-DD", birthDate),
  };
  const namesPerson = facts.firstName && facts.lastName && facts.dateOfBirth;
  if (!namesPerson && !facts.policyNumber && cells.errors.length === 0)
    cells.addFault("policyNumber", "is missing: without it the row needs first name, last name and date of birth");
  if (!company || cells.errors.length > 0) return { kind: "invalid", errors: cells.errors };
  return { kind: "valid", row: { ...facts, brand: company.brand, company: company.company } };
}

function readSecret(cells: CellReader<AccountColumn>): AccountSecret {
  const hash = storedHashForm(cells.optionalText("passwordHash"));
  const written = cells.raw("password");
  const password = hash !== "" && isMissingWord(written) ? "" : written;
  if (password !== "" && hash !== "")
    cells.addFault("passwordHash", "is set together with password: set only one of them");
  else if (password === "" && hash === "") cells.addFault("password", "is missing, and so is passwordHash");
  else if (password.length > maxPasswordLength)
    cells.addFault("password", `is longer than ${maxPasswordLength} characters`);
  else if (hash !== "" && !passwordHashKind(hash)) cells.addFault("passwordHash", describeUnknownHash(hash));
  return hash === "" ? { kind: "password", password } : { kind: "hash", hash };
}

function describeUnknownHash(hash: string): string {
  const name = nameUnknownHash(hash);
  const known = "argon2id, bcrypt, scrypt, PBKDF2 or {SSHA} of ordinary cost";
  return `is ${name ? `${name}, ` : ""}not a hash that a login can verify: ${known}`;
}
