import { type ExplainedRow, explainBook, explainRows } from "@vestibule/api/flows/registration/explain-book.ts";
import { canSendSms } from "@vestibule/api/messages/message-providers.adapter.ts";
import type { Language } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { readEmailOnFile } from "@vestibule/contract/fields/email.rule.ts";
import { maskPolicyNumber } from "@vestibule/contract/fields/policy-number.rule.ts";
import { normaliseNumber, normaliseText } from "@vestibule/contract/fields/text.rule.ts";
import { closedParts } from "@vestibule/contract/opening-hours/opening-hours.rule.ts";
import { sentence } from "@vestibule/wording/tables.ts";
import { t } from "@vestibule/wording/wording.ts";
import { bookText, type RowReport, rowText } from "../report/explain-text.rule.ts";
import { openBrands } from "../serve/open-brands.ts";
import { type CommandResult, checkedSettings, findBrand, refusal } from "./command-io.ts";
import { withPeople } from "./with-people.ts";

export interface ExplainOptions {
  /** A policy number, an email or the insurer's id of a person; absent: the whole imported book. */
  row?: string | undefined;
  /** A brand's id or alias; absent: every brand. */
  brand?: string;
  language: Language;
}

/** `vestibule explain`: what people of the book meet when they register, by the rules of registration. */
export async function explainCommand({ row, brand, language }: ExplainOptions): Promise<CommandResult> {
  const settings = checkedSettings();
  const book = await openBrands(settings);
  const chosen = brand === undefined ? book.brands : [findBrand(book, brand)];
  return withPeople(settings, book, async (tools) => {
    const deps = { ...tools, canSendSms: canSendSms(settings) };
    if (row === undefined) {
      const books = [];
      for (const one of chosen) books.push({ brand: one.id, ...(await explainBook(deps, one)) });
      return { text: books.map((one) => bookText(one, language)).join("\n\n"), data: { books } };
    }
    const name = nameOf(row);
    const rows: RowReport[] = [];
    for (const one of chosen)
      for (const explained of await explainRows(deps, { brand: one, name })) rows.push(reportOf(one, explained));
    if (rows.length === 0) return refusal(t(sentence("explain:none", language), language), "unknown");
    return { text: rows.map((one) => rowText(one, language)).join("\n\n"), data: { rows } };
  });
}

function nameOf(row: string) {
  const email = readEmailOnFile(row)?.email;
  return email === undefined ? { policyNumber: normaliseNumber(row), personId: normaliseText(row) } : { email };
}

function reportOf(brand: Brand, { row, endings }: ExplainedRow): RowReport {
  const { company, policyNumber, role, province } = row;
  return {
    brand: brand.id,
    company,
    policyNumber: maskPolicyNumber(policyNumber),
    role,
    province,
    endings,
    closedDays: closedParts(brand.openingHours[province]),
  };
}
