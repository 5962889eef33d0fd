import { type Namespace, pageTexts } from "@vestibule/wording/tables.ts";
import type { PortalVisit } from "./visit.ts";

/** The sentences a screen says, for its loader's answer: `{ texts: textsFor(visit, ["login"]) }`. */
export function textsFor(visit: PortalVisit, namespaces: readonly Namespace[]) {
  return pageTexts(namespaces, visit.language, visit.brand.overrides[visit.language]);
}
