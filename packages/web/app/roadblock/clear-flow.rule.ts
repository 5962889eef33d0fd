import type { PortalSession } from "../portal-session.server.ts";

export function clearLink(session: PortalSession): void {
  delete session.link;
  delete session.mailedLink;
  delete session.expiredLink;
  delete session.reissuedLink;
  delete session.finishedRegistration;
}

/** Ends a registration of either flow in this browser. */
export function clearRegistration(session: PortalSession): void {
  delete session.registration;
  delete session.policyNumberStart;
  delete session.policyNumberRegistration;
  delete session.mailedLink;
  delete session.finishedRegistration;
}
