import { isIP } from "node:net";
import { brandOrigins } from "./brand.rule.ts";
import type { Brand } from "./brand.schema.ts";

/** The site that a passkey is bound to, as WebAuthn defines it. */
export interface RelyingParty {
  /** Host without a port. */
  id: string;
  /** Origin as the browser reports it. */
  origin: string;
  brandId: string;
}

/**
 * The relying party of a brand at the origin that the browser sees: one of the brand's configured hosts, or any host in
 * demo mode. Undefined where passkeys are impossible: with an outside gateway, at another host, and at an IP address,
 * for which browsers create no passkey.
 */
export function relyingPartyOf({
  brand,
  origin,
  mode,
}: {
  brand: Pick<Brand, "id" | "origin" | "hosts" | "gateway">;
  origin: string;
  mode: "demo" | "production";
}): RelyingParty | undefined {
  const { hostname } = new URL(origin);
  const isKnown = mode === "demo" || brandOrigins(brand).includes(origin);
  const isIpAddress = isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
  if (brand.gateway.kind !== "builtIn" || !isKnown || isIpAddress) return undefined;
  return { id: hostname, origin, brandId: brand.id };
}
