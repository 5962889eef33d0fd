import { type FactLocale, factWords } from "./fact-words.rule.ts";
import { isTextKey, sentence } from "./tables.ts";
import { t } from "./wording.ts";

/** A part of an export in words. */
export interface ExportSection {
  title: string;
  rows: { label: string; value: string }[][];
}

/** Everything kept of a person in words, in the order of `sections`; empty values are left out. */
export function describeExport(
  data: Readonly<Partial<Record<string, readonly Readonly<Record<string, unknown>>[]>>>,
  sections: readonly string[],
  locale: FactLocale,
): ExportSection[] {
  const { language } = locale;
  const { describeValue } = factWords(locale);
  const text = (name: string) => {
    const key = `personExport:${name}`;
    return isTextKey(key) ? t(sentence(key, language), language) : name;
  };
  return sections.flatMap((section) => {
    const rows = (data[section] ?? []).map((row) =>
      Object.entries(row).flatMap(([name, value]) =>
        value === null || isEmpty(value) ? [] : [{ label: text(`field.${name}`), value: describeValue(name, value) }],
      ),
    );
    return rows.length === 0 ? [] : [{ title: text(`section.${section}`), rows }];
  });
}

const isEmpty = (value: unknown) => ["{}", "[]"].includes(JSON.stringify(value));
