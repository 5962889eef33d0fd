import { type Language, languages } from "@vestibule/catalogue/province.table.ts";

/** The first language of `ui_locales` in which the pages exist; Java writes `fr_CA`. */
export function languageOf(uiLocales: unknown): Language | undefined {
  const requested = String(uiLocales ?? "")
    .toLowerCase()
    .split(" ")
    .map((tag) => tag.split(/[-_]/)[0]);
  return requested.flatMap((primary) => languages.find((one) => one === primary) ?? [])[0];
}
