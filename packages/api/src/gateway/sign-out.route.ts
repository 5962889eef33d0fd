import { preferredLanguage } from "@vestibule/contract/brand/preferred-language.rule.ts";
import { isOwnPost } from "@vestibule/contract/own-post.rule.ts";
import type { Hono } from "hono";
import { type GatewayContext, type GatewayEnvironment, isOwnLink } from "./gateway-request-context.rule.ts";
import { redirectToPortal } from "./gateway-result.rule.ts";
import { endSession, hasSessionCookie } from "./gateway-session.adapter.ts";
import type { GatewayDeps } from "./gateway-site.rule.ts";
import { setPendingSignInCookie } from "./pending-sign-in.adapter.ts";
import { signOutPage } from "./sign-out-page.message.ts";

const logout = "/pkmslogout";

/** Adds sign-out by a link of the portal, or by a form: the portal's, or that of the page to which other links lead. */
export function addSignOutRoutes(gateway: Hono<GatewayEnvironment>, deps: GatewayDeps): void {
  gateway.get(logout, (context) => {
    if (!hasSessionCookie(context)) return redirectToPortal(context, "loggedOut");
    if (isOwnLink(context)) return signOut(deps, context);
    const { brand, portal } = context.get("requestContext");
    const page = signOutPage({ brand, portal, language: preferredLanguage(context.req.raw, brand) });
    return context.body(page.body, 200, page.headers);
  });
  gateway.post(logout, (context) => {
    const { origin, portals } = context.get("requestContext");
    return isOwnPost(context.req.raw.headers, [origin, ...portals])
      ? signOut(deps, context)
      : redirectToPortal(context, "refused", logout);
  });
}

async function signOut(deps: GatewayDeps, context: GatewayContext): Promise<Response> {
  await endSession(deps, context);
  setPendingSignInCookie(context, undefined);
  return redirectToPortal(context, "loggedOut");
}
