import { type Language, provinces } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import {
  type ErasurePreview,
  type ErasureReport,
  type PersonExport,
  personSections,
} from "@vestibule/contract/internal/person.schema.ts";
import { describeMoment } from "@vestibule/wording/fact-words.rule.ts";
import { describeExport } from "@vestibule/wording/person-export.rule.ts";
import { sentence, textKey } from "@vestibule/wording/tables.ts";
import { t } from "@vestibule/wording/wording.ts";

/** Everything kept of a person, as text for that person; times in the zone of the brand's province. */
export function exportText({ exportedAt, data }: PersonExport, brand: Brand, language: Language): string {
  const { timeZone } = provinces[brand.defaults.province];
  const text = (key: "title" | "made" | "row", facts = {}) =>
    t(sentence(`personExport:${key}`, language), language, facts);
  const time = describeMoment(new Date(exportedAt), { language, timeZone });
  return [
    text("title"),
    text("made", { brand: brand.name[language], time }),
    ...describeExport(data, personSections, { language, timeZone }).flatMap(({ title, rows }) =>
      rows.flatMap((row, at) => [...(at === 0 ? ["", title] : [""]), ...row.map((field) => `  ${text("row", field)}`)]),
    ),
  ].join("\n");
}

/** What an erasure deletes or deleted, what it keeps and why; before it, also how to confirm. */
export function erasureText(report: ErasurePreview | ErasureReport): string {
  const isPreview = "confirmation" in report;
  const deletes = Object.entries(report.deletes).map(([section, rows]) => `  ${label(section)}: ${rows}`);
  return [
    isPreview ? "An erasure would delete" : "Deleted",
    ...(deletes.length === 0 ? ["  nothing"] : deletes),
    "",
    "Kept",
    ...report.keeps.map(({ section, rows, why }) => `  ${label(section)}: ${rows}. ${why}`),
    ...(isPreview
      ? ["", `To erase, until ${report.endsAt}, add to the same command:`, `  --confirm ${report.confirmation}`]
      : []),
  ].join("\n");
}

const label = (section: string) => sentence(textKey(`personExport:section.${section}`), "en");
