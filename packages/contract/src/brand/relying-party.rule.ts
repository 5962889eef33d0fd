import { isIP } from "node:net";
import type { Brand } from "./brand.schema.ts";

/** The site that a passkey is bound to. An authenticator answers for its own host only. */
export interface RelyingParty {
  /** Host without a port. */
  id: string;
  /** As the browser reports it. */
  origin: string;
  brandId: string;
}

/**
 * The relying party of a brand at the origin that the browser sees: one of the brand's configured hosts, or any host in
 * demo mode. Undefined where there are no passkeys: with an outside gateway, at another host, and at an IP, for which
 * browsers make none.
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
  const hosts = [brand.origin ?? [], brand.hosts.map((host) => `https://${host}`)].flat();
  const { hostname } = new URL(origin);
  const isKnown = mode === "demo" || hosts.some((host) => URL.parse(host)?.origin === origin);
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
  if (brand.gateway.kind !== "builtIn" || !isKnown || isAddress) return undefined;
  return { id: hostname, origin, brandId: brand.id };
}
