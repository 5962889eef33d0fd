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
