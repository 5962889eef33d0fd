import { pageTexts } from "@vestibule/wording/tables.ts";
import type { PortalVisit } from "../../../visit/visit.ts";

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
export function registrationTexts(visit: PortalVisit, sections: readonly Section[]) {
  const all = pageTexts(["registration", "registrationError"], visit.language, visit.brand.overrides[visit.language]);
  const wanted = ["journey", ...sections].map((section) => `registration:${section}.`);
  return Object.fromEntries(
    Object.entries(all).filter(
      ([key]) => key.startsWith("registrationError:") || wanted.some((prefix) => key.startsWith(prefix)),
    ),
  );
}
