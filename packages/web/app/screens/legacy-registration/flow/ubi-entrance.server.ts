import { legacyFlow } from "@vestibule/catalogue/legacy-flow.table.ts";
import type { PortalRequestContext } from "../../../visit/request-context.ts";

/** The driving programme has an entrance of its own: `?flow=ubi` at the first page, for brands that have the programme. */
export function noteUbiEntrance(
  requestContext: PortalRequestContext,
  { method, url }: { method: string; url: URL },
): void {
  if (method !== "GET" || url.pathname !== legacyFlow.IDENTIFICATION.path) return;
  if (url.searchParams.get("flow") !== "ubi" || !Object.values(requestContext.brand.provinces).some(({ ubi }) => ubi))
    return;
  requestContext.session.legacyStart = { ...requestContext.session.legacyStart, ubi: true };
}
