import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";

/**
 * Where the gateway stands: on the portal's own host, or on a host of its own in front of portals elsewhere, whose
 * origins a brand has in a closed list. The first is where people go whose browser does not say where it comes from.
 */
export type GatewaySite = { kind: "inside" } | { kind: "outside"; portalsOf(brand: Brand): readonly string[] };

/** Whether a brand's people sign in at a gateway that stands there. */
export function servesBrand(site: GatewaySite, { gateway }: Pick<Brand, "gateway">): boolean {
  return gateway.kind === (site.kind === "inside" ? "builtIn" : "outside");
}
