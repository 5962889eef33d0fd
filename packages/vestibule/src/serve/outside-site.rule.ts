import type { GatewaySite } from "@vestibule/api/gateway/gateway-site.rule.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";

/**
 * A gateway on a host of its own, in front of the portals that each brand's data lists. `portal`: one more origin,
 * the first of all; demo mode knows its own hosts on `portalPort`.
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
