import type { Language } from "@vestibule/catalogue/province.table.ts";
import {
  type ErasurePreview,
  type ErasureReport,
  type PersonExport,
  personSections,
} from "@vestibule/contract/internal/person.schema.ts";
import { sentence, type TextKey } from "@vestibule/wording/tables.ts";
import { t } from "@vestibule/wording/wording.ts";

/** Everything kept of a person, as text for that person. */
export function exportText({ brand, exportedAt, data }: PersonExport, language: Language): string {
  const label = (key: string, facts = {}) => t(sentence(`personExport:${key}` as TextKey, language), language, facts);
  const shown = (name: string, value: unknown): string => {
    if (typeof value === "boolean") return label(value ? "yes" : "no");
    if (name === "event") return t(sentence(`agent:event.${value}` as TextKey, language), language);
    return typeof value === "object" ? JSON.stringify(value) : String(value);
  };
  return [
    label("title"),
    label("made", { brand, time: exportedAt }),
    ...personSections.flatMap((section) =>
      (data[section] ?? []).flatMap((row, at) => [
        ...(at === 0 ? ["", label(`section.${section}`)] : [""]),
        ...Object.entries(row).flatMap(([name, value]) =>
          value === null ? [] : [`  ${label(`field.${name}`)}: ${shown(name, value)}`],
        ),
      ]),
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

const label = (section: string) => sentence(`personExport:section.${section}` as TextKey, "en");
