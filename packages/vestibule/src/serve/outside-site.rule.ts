import type { GatewaySite } from "@vestibule/api/gateway/gateway-site.rule.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";

/**
 * A gateway on its own host, in front of the portals that each brand's data lists. `portal`: an additional origin,
 * first in order; in demo mode the demo hosts are used with `portalPort`.
 */
export function outsideSite(order: {
  portal: string | undefined;
  mode: "demo" | "production";
  portalPort: number;
}): GatewaySite {
  const { portal, mode, portalPort } = order;
  const portalsOf = (brand: Brand) => {
    const listed = [portal, brand.origin, ...brand.hosts.map((host) => `https://${host}`)];
    const demo = mode === "demo" ? ["localhost", `${brand.id}.localhost`] : [];
    return [...listed, ...demo.map((host) => `http://${host}:${portalPort}`)].filter((origin) => origin !== undefined);
  };
  return { kind: "outside", portalsOf };
}
