import { type Namespace, pageTexts } from "@vestibule/wording/tables.ts";
import type { PortalRequestContext } from "./request-context.ts";

/** Texts of a screen for its loader data: `{ texts: textsFor(requestContext, ["login"]) }`. */
export function textsFor(requestContext: PortalRequestContext, namespaces: readonly Namespace[]) {
  return pageTexts(namespaces, requestContext.language, requestContext.brand.overrides[requestContext.language]);
}
