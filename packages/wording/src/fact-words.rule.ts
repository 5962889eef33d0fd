import { browsers, systems } from "@vestibule/catalogue/device.table.ts";
import type { Language } from "@vestibule/catalogue/province.table.ts";
import { formatDay, formatTime, nameTimeZoneOf } from "./format.ts";
import { pageTexts, type TextGroup } from "./tables.ts";
import { t } from "./wording.ts";

/** Groups of texts for the values of facts: "role" has "personExport:role.40". The others are in "teamDesk:audit.value". */
const valueTexts: Readonly<Record<string, TextGroup>> = {
  activity: "security:did",
  change: "agent:change",
  channel: "agent:channel",
  event: "agent:event",
  fact: "agent:mismatch",
  journey: "agent:journey",
  kind: "agent:message",
  language: "agent:case.language",
  licenceProvince: "common:province",
  limit: "agent:limit",
  line: "personExport:line",
  message: "agent:message",
  method: "twoFactor:method",
  provenMethod: "twoFactor:method",
  province: "common:province",
  result: "agent:result",
  role: "personExport:role",
  scopes: "account:applications.sees",
  secondFactor: "twoFactor:method",
  sentMethod: "twoFactor:method",
  signal: "agent:signal",
  status: "personExport:status",
  termsLanguage: "agent:case.language",
};
/** Values that are names in every language. */
const valueNames: Readonly<Record<string, Readonly<Record<string, { name: string }>>>> = {
  browser: browsers,
  system: systems,
};
const moment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

export interface FactLocale {
  language: Language;
  timeZone: string;
}

/** Facts of audit events and fields of an export, in words. A name or a value without a text is left as it is. */
export function factWords(locale: FactLocale) {
  const { language } = locale;
  const groups = [...new Set(Object.values(valueTexts))];
  const texts = pageTexts(["personExport", "teamDesk:audit", ...groups], language);
  const text = (key: string, fallback: string, values = {}) => {
    const found = texts[key];
    return found === undefined ? fallback : t(found, language, values);
  };

  function describeValue(name: string, value: unknown): string {
    if (typeof value === "boolean") return text(`personExport:${value ? "yes" : "no"}`, String(value));
    if (Array.isArray(value)) return value.map((one) => describeValue(name, one)).join(", ");
    if (typeof value === "object" && value !== null) return Object.entries(value).map(describeFact).join(" · ");
    const raw = String(value);
    if (moment.test(raw)) return describeMoment(new Date(raw), locale);
    if (name === "signals") return describeValue("signal", raw.split("."));
    const ofTable = valueNames[name]?.[raw]?.name ?? raw;
    return text(`${valueTexts[name]}.${raw}`, text(`teamDesk:audit.value.${name}.${raw}`, ofTable));
  }

  function describeFact([name, value]: [name: string, value: unknown]): string {
    const fact = text(`teamDesk:audit.fact.${name}`, name);
    return text("teamDesk:audit.factValue", "", { fact, value: describeValue(name, value) });
  }

  return { describeFact, describeValue };
}

/** A day and a time with their zone. */
export function describeMoment(at: Date, { language, timeZone }: FactLocale): string {
  const texts = pageTexts(["personExport:moment"], language);
  const day = formatDay(at, { timeZone, language });
  const time = formatTime(at, { timeZone, language });
  const zone = nameTimeZoneOf(timeZone, language, at);
  return t(texts["personExport:moment"] ?? "", language, { day, time, zone });
}
