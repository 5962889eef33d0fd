import { gatewaySessionCookieName } from "@vestibule/contract/cookies/cookie-name.rule.ts";
import type { PortalVisit } from "./visit.ts";

/**
 * Somebody whom the gateway does not let in, at a browser that still has the id of a session: they were in, and are
 * told that this is over. Signing out takes the id away.
 */
export function tellSignInEnd(visit: PortalVisit): void {
  if (visit.readCookie(gatewaySessionCookieName(visit)) !== undefined) visit.session.notice = "signInEnded";
}
