import type { ExplainedBook } from "@vestibule/api/flows/registration/explain-book.ts";
import type { RoleCode } from "@vestibule/catalogue/account.table.ts";
import { type ExplainEnding, explainEndings } from "@vestibule/catalogue/explain-ending.table.ts";
import { flow, type Page } from "@vestibule/catalogue/flow.table.ts";
import { idsOf } from "@vestibule/catalogue/ids-of.ts";
import type { Language, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import { type RoadblockId, roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
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
  /** Days of the coming week without telephone hours, such as 2026-11-29. */
  closedDays: readonly string[];
}

/** What the person of a row meets, one sentence a line, and when the telephone of a roadblock is closed. */
export function rowText(report: RowReport, language: Language): string {
  const { brand, company, policyNumber: policy, role, province, endings, closedDays } = report;
  const roleName = t(sentence(`personExport:role.${role}`, language), language);
  const meetsRoadblock = endings.some((ending) => "roadblock" in explainEndings[ending]);
  const lines = endings.map((ending) => endingText(ending, language));
  if (meetsRoadblock && closedDays.length > 0) lines.push(closedText(closedDays, language));
  const title = t(sentence("explain:row", language), language, { brand, company, policy, role: roleName, province });
  return [title, ...lines.map((line) => `  ${line}`)].join("\n");
}

/** How many people of a brand's book can meet each ending. */
export function bookText({ brand, people, endings }: ExplainedBook & { brand: string }, language: Language): string {
  const text = (key: "bookTitle" | "bookNote" | "ending" | "people", facts = {}) =>
    t(sentence(`explain:${key}`, language), language, facts);
  const rows = idsOf(endings).map((ending) => [endingText(ending, language), String(endings[ending])]);
  const title = text("bookTitle", { brand, count: people });
  return [
    title,
    ...(rows.length === 0 ? [] : [textTable([text("ending"), text("people")], rows), text("bookNote")]),
  ].join("\n\n");
}

function endingText(ending: ExplainEnding, language: Language): string {
  const { page, roadblock }: { page?: Page; roadblock?: RoadblockId } = explainEndings[ending];
  const described = t(sentence(`explain:ending.${ending}`, language), language);
  if (page === undefined) return described;
  const { path } = flow[page];
  if (roadblock === undefined) return t(sentence("explain:page", language), language, { sentence: described, path });
  const code = roadblocks[roadblock].agentCode;
  return t(sentence("explain:roadblock", language), language, { sentence: described, path, code });
}

function closedText(closedDays: readonly string[], language: Language): string {
  const weekday = new Intl.DateTimeFormat(`${language}-CA`, { weekday: "long", timeZone: "UTC" });
  const days = closedDays.map((date) => weekday.format(new Date(date)));
  const list = new Intl.ListFormat(`${language}-CA`, { type: "conjunction" }).format(days);
  return t(sentence("explain:closed", language), language, { days: list });
}
