import { legacyFlow } from "@vestibule/catalogue/legacy-flow.table.ts";
import type { PortalRequestContext } from "../../../../visit/request-context.ts";

/** `?flow=ubi` on the first page starts the usage-based flow, for brands that offer the programme. */
export function noteUbiEntrance(
  requestContext: PortalRequestContext,
  { method, url }: { method: string; url: URL },
): void {
  if (method !== "GET" || url.pathname !== legacyFlow.IDENTIFICATION.path) return;
  if (url.searchParams.get("flow") !== "ubi" || !Object.values(requestContext.brand.provinces).some(({ ubi }) => ubi))
    return;
  requestContext.session.legacyStart = { ...requestContext.session.legacyStart, ubi: true };
}
