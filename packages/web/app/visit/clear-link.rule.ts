import type { PortalSession } from "./request-context.ts";

/** A link, and all that came of it, is over for this browser. */
export function clearLink(session: PortalSession): void {
  delete session.link;
  delete session.mailedLink;
  delete session.expiredLink;
  delete session.freshLink;
  delete session.finishedRegistration;
}
