import { type RoleCode, roles } from "@vestibule/catalogue/account.table.ts";
import { type BookColumn, policyLines, registries } from "@vestibule/catalogue/book.table.ts";
import { type LicenceProvince, languages } from "@vestibule/catalogue/province.table.ts";
import { readEmailOnFile } from "@vestibule/contract/fields/email.rule.ts";
import { personKey } from "@vestibule/contract/fields/fold-name.rule.ts";
import { checkLicence } from "@vestibule/contract/fields/licence.rule.ts";
import { readPersonId } from "@vestibule/contract/fields/missing-value.rule.ts";
import { checkPolicyNumber } from "@vestibule/contract/fields/policy-number.rule.ts";
import { checkPostalCode, normalisePostalCode } from "@vestibule/contract/fields/postal-code.rule.ts";
import { checkPin, normalisePin } from "@vestibule/contract/fields/security-code.rule.ts";
import { checkTelephone, normaliseTelephone } from "@vestibule/contract/fields/telephone.rule.ts";
import { normaliseNumber } from "@vestibule/contract/fields/text.rule.ts";
import { languageOf, lineOf, provinceOf } from "./book-word.rule.ts";
import { asField, birthDate, CellReader, oneOf, type ReadRow, yesOrNo } from "./cell-reader.rule.ts";
import type { CompanyBook, CompanyEntry } from "./company-book.rule.ts";
import type { CsvRow } from "./csv-file.adapter.ts";

/** One validated row of the policies file. `pin` is plain text; it is hashed before it is written. */
export type BookRow = ReturnType<typeof readCells>;

const roleCodes: readonly RoleCode[] = Object.values(roles);

/** Reads a row of the policies file with the field rules of the forms and reports all errors of the row at once. */
export function readBookRow(row: CsvRow<BookColumn>, companies: CompanyBook): ReadRow<BookRow> {
  const cells = new CellReader(row);
  const read = readCells(cells, companies);
  return cells.errors.length > 0 ? { kind: "invalid", errors: cells.errors } : { kind: "valid", row: read };
}

function readCells(cells: CellReader<BookColumn>, companies: CompanyBook) {
  const company: CompanyEntry | undefined = cells.required("company", "a company of any brand", (text) =>
    companies.get(text.toLowerCase()),
  );
  const person = {
    firstName: cells.requiredName("firstName"),
    lastName: cells.requiredName("lastName"),
    dateOfBirth: cells.required("dateOfBirth", "a date as YYYY-MM-DD", birthDate),
  };
  return {
    ...person,
    company: company?.company ?? "",
    policyNumber: cells.required("policyNumber", policyNumberExpected(company), policyNumberOf(company)),
    line: cells.required("line", `one of ${policyLines.join(", ")}`, lineOf),
    year: cells.required("year", "a year as YYYY", (text) => (/^(19|20)\d\d$/.test(text) ? Number(text) : undefined)),
    province: cells.required("province", "one of the thirteen provinces", provinceOf),
    role: cells.required("role", `one of ${roleCodes.join(", ")}`, roleOf),
    personKey: cells.errors.length > 0 ? "" : personKey(person),
    personId: readPersonId(
      cells.optional("personId", "an id of 100 letters, digits and signs or fewer", (text) =>
        /^[!-~]{1,100}$/.test(text) ? text : undefined,
      ),
    ),
    postalCode: cells.optional("postalCode", "a postal code as A9A 9A9", asField(checkPostalCode, normalisePostalCode)),
    email: cells.optional("email", "an email of 79 characters or fewer", (text) => readEmailOnFile(text)?.email),
    emailAsTyped: cells.optionalText("email") || null,
    cellPhone: cells.optional("cellPhone", "ten digits", asField(checkTelephone, normaliseTelephone)),
    ...readLicence(cells),
    ubi: cells.optional("ubi", "true or false", yesOrNo) ?? false,
    pin: cells.optional("pin", "eight letters and digits", asField(checkPin, normalisePin)),
    language: cells.optional("language", `one of ${languages.join(", ")}`, languageOf),
    registry: cells.optional("registry", `one of ${registries.join(", ")}`, oneOf(registries)) ?? "smart",
  };
}

function readLicence(cells: CellReader<BookColumn>) {
  const province = cells.optional("licenceProvince", "a province or other", licenceProvinceOf);
  const number = cells.optionalText("licenceNumber");
  if (number !== "" && cells.optionalText("licenceProvince") === "")
    cells.addFault("licenceProvince", "is missing, but the row has a licence number");
  if (!province || number === "") return { licenceProvince: null, licenceNumber: null };
  if (checkLicence(number, province, { presence: "required" }))
    cells.addFault("licenceNumber", `is not a licence number of ${province}`);
  return { licenceProvince: province, licenceNumber: normaliseNumber(number) };
}

function policyNumberExpected(company: CompanyEntry | undefined): string {
  return `${(company?.policyNumberLengths ?? []).join(" or ")} letters and digits`.trimStart();
}

/** Accepts every length of the company's numbers, since the policy's province may differ from the request's. */
function policyNumberOf(company: CompanyEntry | undefined) {
  return (text: string): string | undefined => {
    const number = normaliseNumber(text);
    return checkPolicyNumber(number, company?.policyNumberLengths ?? [number.length]) ? undefined : number;
  };
}

function roleOf(text: string): RoleCode | undefined {
  return roleCodes.find((code) => String(code) === text.replace(/^0+/, ""));
}

const licenceProvinceOf = (text: string): LicenceProvince | undefined => provinceOf(text) ?? oneOf(["other"])(text);
