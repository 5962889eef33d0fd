import { browsers, systems } from "@vestibule/catalogue/device.table.ts";
import type { Language } from "@vestibule/catalogue/province.table.ts";
import { formatDay, formatTime, nameTimeZoneOf } from "./format.ts";
import { pageTexts, type TextGroup } from "./tables.ts";
import { t } from "./wording.ts";

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
  method: "twoFactor:method",
  sentMethod: "twoFactor:method",
  provenMethod: "twoFactor:method",
  secondFactor: "twoFactor:method",
  scopes: "account:applications.sees",
  result: "agent:result",
  activity: "security:did",
  change: "agent:change",
  fact: "agent:mismatch",
  journey: "agent:journey",
  limit: "agent:limit",
  message: "agent:message",
  signal: "agent:signal",
};
/** Values that are names in every language. */
const valueNames: Readonly<Record<string, Readonly<Record<string, { name: string }>>>> = {
  browser: browsers,
  system: systems,
};
const moment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

interface ExportLocale {
  language: Language;
  timeZone: string;
}

/** A part of an export in words. */
export interface ExportSection {
  title: string;
  rows: { label: string; value: string }[][];
}

/** Everything kept of a person in words, in the order of `sections`; empty values are left out. */
export function describeExport(
  data: Readonly<Partial<Record<string, readonly Readonly<Record<string, unknown>>[]>>>,
  sections: readonly string[],
  locale: ExportLocale,
): ExportSection[] {
  const { language } = locale;
  const texts = pageTexts(["personExport", "teamDesk:audit", ...Object.values(valueTexts)], language);
  const text = (key: string) => t(texts[`personExport:${key}`] ?? key, language);
  const describe = (name: string, value: unknown): string => {
    if (typeof value === "boolean") return text(value ? "yes" : "no");
    if (Array.isArray(value)) return value.map((one) => describe(name, one)).join(", ");
    if (typeof value === "object" && value !== null) return describeFacts(value);
    if (typeof value === "string" && moment.test(value)) return describeMoment(new Date(value), locale);
    if (name === "signals" && typeof value === "string") return describe("signal", value.split("."));
    const known = texts[`${valueTexts[name]}.${value}`] ?? texts[`teamDesk:audit.value.${name}.${value}`];
    return known === undefined ? (valueNames[name]?.[String(value)]?.name ?? String(value)) : t(known, language);
  };
  const describeFacts = (facts: object): string =>
    Object.entries(facts)
      .map(([name, value]) => {
        const fact = texts[`teamDesk:audit.fact.${name}`];
        const named = { fact: fact === undefined ? name : t(fact, language), value: describe(name, value) };
        return t(texts["teamDesk:audit.factValue"] ?? "", language, named);
      })
      .join(" · ");
  return sections.flatMap((section) => {
    const rows = (data[section] ?? []).map((row) =>
      Object.entries(row).flatMap(([name, value]) =>
        value === null || isEmpty(value) ? [] : [{ label: text(`field.${name}`), value: describe(name, value) }],
      ),
    );
    return rows.length === 0 ? [] : [{ title: text(`section.${section}`), rows }];
  });
}

/** A day and a time with their zone. */
export function describeMoment(at: Date, { language, timeZone }: ExportLocale): string {
  const texts = pageTexts(["personExport:moment"], language);
  const day = formatDay(at, { timeZone, language });
  const time = formatTime(at, { timeZone, language });
  const zone = nameTimeZoneOf(timeZone, language, at);
  return t(texts["personExport:moment"] ?? "", language, { day, time, zone });
}

const isEmpty = (value: unknown) => ["{}", "[]"].includes(JSON.stringify(value));
