import type { PortalSession } from "./request-context.ts";

/** Ends a registration of either flow in this browser. */
export function clearRegistration(session: PortalSession): void {
  delete session.registration;
  delete session.legacyStart;
  delete session.legacy;
  delete session.mailedLink;
  delete session.finishedRegistration;
}
