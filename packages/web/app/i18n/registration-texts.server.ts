import type { TextGroup } from "@vestibule/wording/tables.ts";

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
export function registrationTexts(sections: readonly Section[]): TextGroup[] {
  return [
    "fields",
    "registrationError",
    ...(["journey", ...sections] as const).map((one) => `registration:${one}` as const),
  ];
}
