import type { PortalSession } from "./request-context.ts";

export function clearLink(session: PortalSession): void {
  delete session.link;
  delete session.mailedLink;
  delete session.expiredLink;
  delete session.freshLink;
  delete session.finishedRegistration;
}
