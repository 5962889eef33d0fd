import type { GatewaySite } from "@vestibule/api/gateway/gateway-site.rule.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import type { Settings } from "../settings/settings.rule.ts";

/**
 * The origin of a brand's portal where there is no request to read it from: in production that of the brand folder, in
 * demo mode one on this machine. Undefined if the folder has neither an origin nor a host.
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
 * Describes a gateway on its own host. The origins of its portals are `portal`, then those of the brand folder and, in
 * demo mode, the demo hosts with `portalPort`.
 */
export function outsideSite(options: {
  portal: string | undefined;
  mode: "demo" | "production";
  portalPort: number;
}): GatewaySite {
  const { portal, mode, portalPort } = options;
  const portalsOf = (brand: Brand) => {
    const listed = [portal, brand.origin, ...brand.hosts.map((host) => `https://${host}`)];
    const demo = mode === "demo" ? ["localhost", `${brand.id}.localhost`] : [];
    return [...listed, ...demo.map((host) => `http://${host}:${portalPort}`)].filter((origin) => origin !== undefined);
  };
  return { kind: "outside", portalsOf };
}
