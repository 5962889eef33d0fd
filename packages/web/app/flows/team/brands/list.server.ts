import type { TeamBrand } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { headOf } from "./brand-desk.server.ts";
import type { BrandListView } from "./brands-view.ts";
import { versionFacts } from "./version.server.ts";

export function brandListView(requestContext: PortalRequestContext, brands: readonly TeamBrand[]): BrandListView {
  const rows = brands.map((brand) => {
    const planned = brand.versions.find(({ state }) => state === "planned");
    return {
      ...headOf(requestContext, brand),
      drafts: brand.versions.filter(({ state }) => state === "draft").length,
      planned: planned && versionFacts(requestContext, brand, planned),
    };
  });
  return { kind: "brands", brands: rows };
}
