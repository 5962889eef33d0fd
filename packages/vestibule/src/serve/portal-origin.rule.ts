import type { GatewaySite } from "@vestibule/api/gateway/gateway-site.rule.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import type { Settings } from "../settings/settings.rule.ts";

/**
 * The portal's origin for a brand without a request: in production from the brand's folder, in demo mode on this
 * machine. Undefined where the folder has neither origin nor host.
 */
export function portalOrigin(
  { id, origin, hosts }: Pick<Brand, "id" | "origin" | "hosts">,
  { mode, port }: Pick<Settings, "mode" | "port">,
): string | undefined {
  if (mode === "demo") return `http://${id}.localhost:${port}`;
  const named = origin ?? (hosts[0] ? `https://${hosts[0]}` : undefined);
  return named === undefined ? undefined : new URL(named).origin;
}

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
