import type { TextGroup } from "@vestibule/wording/tables.ts";

/** Sections of the registration's texts. A page receives only those that it shows. */
export type Section =
  | "accountType"
  | "identification"
  | "options"
  | "code"
  | "username"
  | "create"
  | "confirmation"
  | "welcomeBack";

/** Texts of the given sections, and those of the page frame, the fields and the errors. */
export function registrationTexts(sections: readonly Section[]): TextGroup[] {
  return [
    "fields",
    "registrationError",
    ...(["journey", ...sections] as const).map((one) => `registration:${one}` as const),
  ];
}
