import type { PortalRequestContext } from "../request/request-context.ts";

type PortalSession = PortalRequestContext["session"];

/** Removes a link and what it has led to from the session. */
export function clearLink(session: PortalSession): void {
  delete session.link;
  delete session.mailedLink;
  delete session.expiredLink;
  delete session.reissuedLink;
  delete session.finishedRegistration;
}

/** Removes a registration of either flow from the session. */
export function clearRegistration(session: PortalSession): void {
  delete session.registration;
  delete session.policyNumberStart;
  delete session.policyNumberRegistration;
  delete session.mailedLink;
  delete session.finishedRegistration;
}

/** Removes what the flows and the account keep of a person, so that the next person at this browser does not see it. */
export function clearPerson(session: PortalSession): void {
  clearLink(session);
  clearRegistration(session);
  delete session.loginEmail;
  delete session.interaction;
  delete session.attemptedLoginId;
  delete session.recovery;
  delete session.finishedReset;
  delete session.accountProof;
  delete session.accountFlash;
  delete session.accountEmail;
  delete session.accountDone;
  delete session.passkeyChanged;
  delete session.authenticatorChanged;
  delete session.undoEmail;
  delete session.undoRemoval;
}
