import type { ExplainedBook } from "@vestibule/api/flows/registration/explain-book.ts";
import type { RoleCode } from "@vestibule/catalogue/account.table.ts";
import type { ExplainEnding } from "@vestibule/catalogue/explain-ending.table.ts";
import { idsOf } from "@vestibule/catalogue/ids-of.ts";
import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import type { WeekPart } from "@vestibule/catalogue/team.table.ts";
import { endingText } from "@vestibule/wording/explain-ending.rule.ts";
import { sentence } from "@vestibule/wording/tables.ts";
import { t } from "@vestibule/wording/wording.ts";
import { textTable } from "./report-text.rule.ts";

export interface RowReport {
  brand: string;
  company: string;
  /** Masked. */
  policyNumber: string;
  role: RoleCode;
  province: ProvinceId;
  endings: readonly ExplainEnding[];
  /** Parts of the week on which the telephone is closed. */
  closedDays: readonly WeekPart[];
}

/** What the person of a row meets, one ending a line. */
export function rowText(report: RowReport, language: Language): string {
  const { brand, company, policyNumber: policy, role, province, endings, closedDays } = report;
  const roleName = t(sentence(`personExport:role.${role}`, language), language);
  const lines = endings.map((ending) => endingText(ending, language, closedDays));
  const title = t(sentence("explain:row", language), language, { brand, company, policy, role: roleName, province });
  return [title, ...lines.map((line) => `  ${line}`)].join("\n");
}

/** How many people of a brand's book can meet each ending. */
export function bookText({ brand, people, endings }: ExplainedBook & { brand: string }, language: Language): string {
  const text = (key: "bookTitle" | "ending" | "people", facts = {}) =>
    t(sentence(`explain:${key}`, language), language, facts);
  const rows = idsOf(endings).map((ending) => [endingText(ending, language), String(endings[ending])]);
  const title = text("bookTitle", { brand, count: people });
  return rows.length === 0 ? title : [title, textTable([text("ending"), text("people")], rows)].join("\n\n");
}
