import type { PortalSession } from "../session/portal-session.server.ts";
import { expiredLinkSlice, linkSlice, reissuedLinkSlice } from "../shared-slices/link-slices.server.ts";
import {
  finishedRegistrationSlice,
  mailedLinkSlice,
  policyNumberRegistrationSlice,
  policyNumberStartSlice,
  registrationSlice,
} from "../shared-slices/registration-slices.server.ts";

/** Removes a link and what it has led to from the session. */
export function clearLink(session: PortalSession): void {
  session.delete(linkSlice, mailedLinkSlice, expiredLinkSlice, reissuedLinkSlice, finishedRegistrationSlice);
}

/** Removes a registration of either flow from the session. */
export function clearRegistration(session: PortalSession): void {
  session.delete(
    registrationSlice,
    policyNumberStartSlice,
    policyNumberRegistrationSlice,
    mailedLinkSlice,
    finishedRegistrationSlice,
  );
}
