import { type Language, provinces } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import {
  type ErasurePreview,
  type ErasureReport,
  type PersonExport,
  personSections,
} from "@vestibule/contract/internal/person.schema.ts";
import { formatDay, formatTime, nameTimeZone } from "@vestibule/wording/format.ts";
import { pageTexts, sentence, type TextGroup, type TextKey } from "@vestibule/wording/tables.ts";
import { t } from "@vestibule/wording/wording.ts";

/** Groups of texts for the values of fields: "role" has "personExport:role.40". */
const valueTexts: Readonly<Record<string, TextGroup>> = {
  province: "common:province",
  licenceProvince: "common:province",
  language: "agent:case.language",
  termsLanguage: "agent:case.language",
  event: "agent:event",
  kind: "agent:message",
  channel: "agent:channel",
  role: "personExport:role",
  status: "personExport:status",
  line: "personExport:line",
};
const moment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Everything kept of a person, as text for that person; times in the zone of the brand's province. */
export function exportText({ exportedAt, data }: PersonExport, brand: Brand, language: Language): string {
  const texts = pageTexts(["personExport", ...Object.values(valueTexts)], language);
  const text = (key: string, facts = {}) => t(texts[`personExport:${key}`] ?? key, language, facts);
  const { timeZone } = provinces[brand.defaults.province];
  const timeOf = (at: Date) => {
    const [day, time] = [formatDay(at, { timeZone, language }), formatTime(at, { timeZone, language })];
    return text("moment", { day, time, zone: nameTimeZone(timeZone, language, at) });
  };
  const shown = (name: string, value: unknown): string => {
    if (typeof value === "boolean") return text(value ? "yes" : "no");
    if (typeof value === "object") return JSON.stringify(value);
    if (typeof value === "string" && moment.test(value)) return timeOf(new Date(value));
    const known = texts[`${valueTexts[name]}.${value}`];
    return known === undefined ? String(value) : t(known, language);
  };
  return [
    text("title"),
    text("made", { brand: brand.name[language], time: timeOf(new Date(exportedAt)) }),
    ...personSections.flatMap((section) =>
      (data[section] ?? []).flatMap((row, at) => [
        ...(at === 0 ? ["", text(`section.${section}`)] : [""]),
        ...Object.entries(row).flatMap(([name, value]) =>
          value === null || isEmpty(value)
            ? []
            : [`  ${text("row", { label: text(`field.${name}`), value: shown(name, value) })}`],
        ),
      ]),
    ),
  ].join("\n");
}

const isEmpty = (value: unknown) => JSON.stringify(value) === "{}";

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
