import type { PortalSession } from "./request-context.ts";

/** A registration, of either generation, is over for this browser. */
export function clearRegistration(session: PortalSession): void {
  delete session.registration;
  delete session.legacyStart;
  delete session.legacy;
  delete session.mailedLink;
  delete session.finishedRegistration;
}
