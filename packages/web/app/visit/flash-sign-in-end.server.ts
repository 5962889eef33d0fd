import { gatewaySessionCookieName } from "@vestibule/contract/cookies/cookie-name.rule.ts";
import type { PortalRequestContext } from "./request-context.ts";

/**
 * Somebody whom the gateway does not let in, at a browser that still has the id of a session: they were in, and are
 * told that this is over. Signing out takes the id away.
 */
export function flashSignInEnd(requestContext: PortalRequestContext): void {
  if (requestContext.readCookie(gatewaySessionCookieName(requestContext)) !== undefined)
    requestContext.session.notice = "signInEnded";
}
