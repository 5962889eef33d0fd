import type { Language } from "@vestibule/catalogue/province.table.ts";
import { pageTexts } from "@vestibule/wording/tables.ts";
import type { PortalRequestContext } from "../../../visit/request-context.ts";

/** Parts of the journey's wording; a page carries only those it says. */
export type Section =
  | "accountType"
  | "identification"
  | "options"
  | "code"
  | "username"
  | "create"
  | "confirmation"
  | "welcomeBack";

/** Sentences of the journey's frame and of the named parts, with those of its errors. */
export function registrationTexts({ language, brand }: PortalRequestContext, sections: readonly Section[]) {
  return sectionTexts({ language, overrides: brand.overrides[language] }, sections);
}

export function sectionTexts(
  { language, overrides }: { language: Language; overrides: Readonly<Record<string, string>> },
  sections: readonly Section[],
) {
  const wanted = ["journey", ...sections].map((section) => `registration:${section}.`);
  const all = Object.entries(pageTexts(["registration", "registrationError"], language, overrides));
  return Object.fromEntries(
    all.filter(([key]) => key.startsWith("registrationError:") || wanted.some((prefix) => key.startsWith(prefix))),
  );
}
