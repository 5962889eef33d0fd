import type { Language } from "@vestibule/catalogue/province.table.ts";
import { pageTexts } from "@vestibule/wording/tables.ts";
import type { PortalRequestContext } from "../request/request-context.ts";

/** Sections of the journey's texts; a page is sent only those that it shows. */
export type Section =
  | "accountType"
  | "identification"
  | "options"
  | "code"
  | "username"
  | "create"
  | "confirmation"
  | "welcomeBack";

/** Texts of the journey's frame, its fields, its errors and the given sections. */
export function registrationTexts({ language, brand }: PortalRequestContext, sections: readonly Section[]) {
  return sectionTexts({ language, overrides: brand.overrides[language] }, sections);
}

export function sectionTexts(
  { language, overrides }: { language: Language; overrides: Readonly<Record<string, string>> },
  sections: readonly Section[],
) {
  const ofSections = (["journey", ...sections] as const).map((section) => `registration:${section}` as const);
  return pageTexts(["fields", "registrationError", ...ofSections], language, overrides);
}
