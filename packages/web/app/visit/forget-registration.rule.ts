import type { PortalSession } from "./visit.ts";

/** A registration, of either generation, is over for this browser. */
export function forgetRegistration(session: PortalSession): void {
  delete session.registration;
  delete session.legacyStart;
  delete session.legacy;
  delete session.mailedLink;
  delete session.finishedRegistration;
}
