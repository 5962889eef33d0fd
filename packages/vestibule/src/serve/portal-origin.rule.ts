import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import type { Settings } from "../settings/settings.rule.ts";

/**
 * Where the portal stands under a brand when no visitor shows it: in production as the brand's folder says, in demo
 * mode on this machine. Never from a request. Undefined where the folder names neither origin nor host.
 */
export function portalOrigin(
  { id, origin, hosts }: Pick<Brand, "id" | "origin" | "hosts">,
  { mode, port }: Pick<Settings, "mode" | "port">,
): string | undefined {
  if (mode === "demo") return `http://${id}.localhost:${port}`;
  const named = origin ?? (hosts[0] ? `https://${hosts[0]}` : undefined);
  return named === undefined ? undefined : new URL(named).origin;
}
