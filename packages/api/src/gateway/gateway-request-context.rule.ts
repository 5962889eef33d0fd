import { languages, provinceIds } from "@vestibule/catalogue/province.table.ts";
import { brandOrigins } from "@vestibule/contract/brand/brand.rule.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import type { ApiDeps } from "../deps.ts";
import type { GatewaySite } from "./gateway-site.rule.ts";

const unknown = "unknown";

export interface GatewayRequestContext {
  brand: Brand;
  /** Scheme, host and port that the browser sees. */
  origin: string;
  clientIp: string;
  /** Locale from the portal's cookies, which a gateway on its own host does not receive. */
  locale: { province: string; language: string };
  /** Origins whose pages may post the sign-in form. */
  portals: readonly string[];
  /** Origin of the portal to redirect to; empty for the requested one. */
  portal: string;
}

export interface GatewayEnvironment {
  Variables: { requestContext: GatewayRequestContext };
}
export type GatewayContext = Context<GatewayEnvironment>;

/** The app strips the client IP and origin headers from outside requests. */
export function readGatewayRequestContext(
  deps: Pick<ApiDeps, "brands" | "mode"> & { site?: GatewaySite },
  context: Context,
): GatewayRequestContext {
  const url = new URL(context.req.url);
  const origin = context.req.header("x-vestibule-origin") ?? url.origin;
  const clientIp = context.req.header("x-vestibule-client-ip") ?? "unknown";
  // As in the portal: in demo mode a brand may be chosen on any host.
  const requested =
    deps.mode === "demo" ? (url.searchParams.get("brand") ?? getCookie(context, "demo-brand")) : undefined;
  const brand = deps.brands.byId(requested ?? "") ?? deps.brands.byHost(new URL(origin).host);
  const locale = {
    province: provinceIds.find((id) => id === getCookie(context, "province")) ?? unknown,
    language: languages.find((one) => one === getCookie(context, "language")) ?? unknown,
  };
  if (deps.site?.kind !== "outside") {
    const portals = [origin, ...brandOrigins(brand)];
    return { brand, origin, clientIp, locale, portals, portal: "" };
  }
  const portals = deps.site.portalsOf(brand);
  const portal = portals.find((known) => known === context.req.header("origin")) ?? portals[0] ?? "";
  return { brand, origin, clientIp, locale, portals, portal };
}

/** Whether a page of the portal or the gateway links here; a page of a sibling host is same-site, but another's. */
export function isOwnLink(context: GatewayContext): boolean {
  const fetchSite = context.req.header("sec-fetch-site");
  if (fetchSite === "same-origin") return true;
  // Browsers on plain http, and older ones, send only a Referer.
  if (fetchSite !== undefined && fetchSite !== "same-site") return false;
  const { origin, portals } = context.get("requestContext");
  const page = URL.parse(context.req.header("referer") ?? "");
  return page !== null && [origin, ...portals].includes(page.origin);
}
