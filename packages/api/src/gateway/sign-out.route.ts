import { preferredLanguage } from "@vestibule/contract/brand/preferred-language.rule.ts";
import type { Context, Hono } from "hono";
import { redirectToPortal } from "./gateway-answer.rule.ts";
import {
  type GatewayRequestContext,
  isOwnLink,
  isOwnPage,
  readGatewayRequestContext,
  senderOf,
} from "./gateway-request-context.rule.ts";
import { clearSessionCookie, endSession, hasSessionCookie } from "./gateway-session.adapter.ts";
import type { GatewayDeps } from "./gateway-site.rule.ts";
import { signOutPage } from "./sign-out-page.message.ts";

const logout = "/pkmslogout";

/** Adds sign-out by a link of the portal, or by a form: the portal's, or that of the page to which other links lead. */
export function addSignOutRoutes(gateway: Hono, deps: GatewayDeps): void {
  gateway.get(logout, (context) => {
    const requestContext = readGatewayRequestContext(deps, context);
    if (!hasSessionCookie(context, requestContext)) return redirectToPortal(context, requestContext, "loggedOut");
    const headers = { fetchSite: context.req.header("sec-fetch-site"), referer: context.req.header("referer") };
    if (isOwnLink(requestContext, headers)) return signOut(deps, context, requestContext);
    const { brand, portal } = requestContext;
    const page = signOutPage({ brand, portal, language: preferredLanguage(context.req.raw, brand) });
    return context.body(page.body, 200, page.headers);
  });
  gateway.post(logout, (context) => {
    const requestContext = readGatewayRequestContext(deps, context);
    const posting = { ...requestContext, portals: [requestContext.origin, ...requestContext.portals] };
    return isOwnPage(posting, senderOf(context))
      ? signOut(deps, context, requestContext)
      : redirectToPortal(context, requestContext, "refused", logout);
  });
}

async function signOut(deps: GatewayDeps, context: Context, requestContext: GatewayRequestContext): Promise<Response> {
  await endSession(deps, context, requestContext);
  clearSessionCookie(context, requestContext);
  return redirectToPortal(context, requestContext, "loggedOut");
}
