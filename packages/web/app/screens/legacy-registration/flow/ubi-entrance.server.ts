import { legacyFlow } from "@vestibule/catalogue/legacy-flow.table.ts";
import type { PortalVisit } from "../../../visit/visit.ts";

/** The driving programme has an entrance of its own: `?flow=ubi` at the first page, for brands that have the programme. */
export function noteUbiEntrance(visit: PortalVisit, { method, url }: { method: string; url: URL }): void {
  if (method !== "GET" || url.pathname !== legacyFlow.IDENTIFICATION.path) return;
  if (url.searchParams.get("flow") !== "ubi" || !Object.values(visit.brand.provinces).some(({ ubi }) => ubi)) return;
  visit.session.legacyStart = { ...visit.session.legacyStart, ubi: true };
}
