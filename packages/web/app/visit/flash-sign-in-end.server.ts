import { gatewaySessionCookieName } from "@vestibule/contract/cookies/cookie-name.rule.ts";
import type { PortalRequestContext } from "./request-context.ts";

/**
 * Sets a notice when the gateway rejects a browser that still has its session cookie: the sign-in has expired. Signing
 * out deletes the cookie.
 */
export function flashSignInEnd(requestContext: PortalRequestContext): void {
  if (requestContext.readCookie(gatewaySessionCookieName(requestContext)) !== undefined)
    requestContext.session.notice = "signInEnded";
}
