import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import type { ApiDeps } from "../deps.ts";
import type { Limits } from "../limits/limit.port.ts";

/**
 * Where the gateway runs: on the portal's own host, or on a separate host for portals whose origins each brand lists.
 * The first of these origins is the default for browsers that send none.
 */
export type GatewaySite = { kind: "inside" } | { kind: "outside"; portalsOf(brand: Brand): readonly string[] };

/** Whether a brand's accounts sign in at this gateway. */
export function servesBrand({ site }: Pick<GatewayDeps, "site">, { gateway }: Pick<Brand, "gateway">): boolean {
  return gateway.kind === (site?.kind === "outside" ? "outside" : "builtIn");
}

export type GatewayDeps = Omit<ApiDeps, "serviceCredentials"> & {
  /** Defaults to the gateway inside the portal. */
  site?: GatewaySite;
};

export type GatewayRouteDeps = GatewayDeps & { limits: Limits };
