import { type Namespace, pageTexts } from "@vestibule/wording/tables.ts";
import type { PortalRequestContext } from "./request-context.ts";

/** The sentences a screen says, for its loader's answer: `{ texts: textsFor(visit, ["login"]) }`. */
export function textsFor(requestContext: PortalRequestContext, namespaces: readonly Namespace[]) {
  return pageTexts(namespaces, requestContext.language, requestContext.brand.overrides[requestContext.language]);
}
