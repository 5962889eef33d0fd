import { languages, provinceIds } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import type { ApiDeps } from "../deps.ts";
import type { GatewaySite } from "./gateway-site.rule.ts";

const unknown = "unknown";

/** What the gateway knows of one request. */
export interface GatewayRequestContext {
  brand: Brand;
  /** Scheme, host and port that the visitor sees. */
  origin: string;
  /** Client address for limits. */
  clientIp: string;
  /** As the portal keeps them at this browser; a gateway on a host of its own sees neither. */
  place: { province: string; language: string };
  /** Origins whose pages may sign people in. */
  portals: readonly string[];
  /** Origin of the portal that answers lead to; empty where that is the visited one. */
  portal: string;
}

/** Address and origin come from the composition, which takes such headers off requests from outside. */
export function readRequestContext(
  deps: Pick<ApiDeps, "brands" | "mode"> & { site?: GatewaySite },
  context: Context,
): GatewayRequestContext {
  const url = new URL(context.req.url);
  const origin = context.req.header("x-vestibule-origin") ?? url.origin;
  const clientIp = context.req.header("x-vestibule-address") ?? "unknown";
  // As in the portal: in demo mode a brand may be chosen on any host.
  const wished = deps.mode === "demo" ? (url.searchParams.get("brand") ?? getCookie(context, "demo-brand")) : undefined;
  const brand = deps.brands.byId(wished ?? "") ?? deps.brands.byHost(new URL(origin).host);
  const place = {
    province: provinceIds.find((id) => id === getCookie(context, "province")) ?? unknown,
    language: languages.find((one) => one === getCookie(context, "language")) ?? unknown,
  };
  if (deps.site?.kind !== "outside") {
    const portals = [
      origin,
      ...(brand.origin === undefined ? [] : [brand.origin]),
      ...brand.hosts.map((host) => `https://${host}`),
    ];
    return { brand, origin, clientIp, place, portals, portal: "" };
  }
  const portals = deps.site.portalsOf(brand);
  const portal = portals.find((known) => known === context.req.header("origin")) ?? portals[0] ?? "";
  return { brand, origin, clientIp, place, portals, portal };
}

/**
 * Whether a link that was followed stands on the gateway's own site. Browsers without Sec-Fetch-Site, and those on plain
 * http, name the page alone.
 */
export function isOwnLink(
  requestContext: GatewayRequestContext,
  headers: { fetchSite: string | undefined; referer: string | undefined },
): boolean {
  if (headers.fetchSite !== undefined) return ["same-origin", "same-site"].includes(headers.fetchSite);
  const page = URL.parse(headers.referer ?? "");
  return page !== null && [requestContext.origin, ...requestContext.portals].includes(page.origin);
}

/**
 * Whether a post comes from one of the portal's own pages.
 * A browser always says where a post comes from; what says nothing is no browser and carries no one's cookies.
 */
export function isOwnPage(
  requestContext: GatewayRequestContext,
  headers: { origin: string | undefined; fetchSite: string | undefined },
): boolean {
  if (headers.origin === undefined)
    return headers.fetchSite === undefined || ["same-origin", "none"].includes(headers.fetchSite);
  return requestContext.portals.includes(headers.origin);
}
