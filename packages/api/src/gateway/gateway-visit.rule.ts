import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import type { ApiParts } from "../parts.ts";

/** What the gateway knows of one request. */
export interface GatewayVisit {
  brand: Brand;
  /** Scheme, host and port that the visitor sees. */
  origin: string;
  /** Client address for limits. */
  address: string;
}

/** Address and origin come from the composition, which takes such headers off requests from outside. */
export function readVisit(parts: Pick<ApiParts, "brands" | "mode">, context: Context): GatewayVisit {
  const url = new URL(context.req.url);
  const origin = context.req.header("x-vestibule-origin") ?? url.origin;
  const address = context.req.header("x-vestibule-address") ?? "unknown";
  // As in the portal: in demo mode a brand may be chosen on any host.
  const wished =
    parts.mode === "demo" ? (url.searchParams.get("brand") ?? getCookie(context, "demo-brand")) : undefined;
  const brand = parts.brands.byId(wished ?? "") ?? parts.brands.byHost(new URL(origin).host);
  return { brand, origin, address };
}

/**
 * Whether a post comes from one of the portal's own pages: the visited host, or another host of the brand.
 * A browser always says where a post comes from; what says nothing is no browser and carries no one's cookies.
 */
export function isOwnPage(
  visit: GatewayVisit,
  headers: { origin: string | undefined; fetchSite: string | undefined },
): boolean {
  if (headers.origin === undefined)
    return headers.fetchSite === undefined || ["same-origin", "none"].includes(headers.fetchSite);
  const own = [visit.origin, visit.brand.origin, ...visit.brand.hosts.map((host) => `https://${host}`)];
  return own.includes(headers.origin);
}
