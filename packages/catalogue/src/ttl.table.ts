/** Times to live. All are measured by the database's clock. */
export const ttl = {
  oneTimeCodeMinutes: 10,
  resendWaitSeconds: 30,
  registrationIdleMinutes: 15,
  registrationAbsoluteMinutes: 30,
  /** How long the token before the newest still reads its page: the answer with the newest may have been lost. */
  registrationRereadSeconds: 60,
  /** Warning on the page before a session ends. */
  warningMinutes: 2,
  signInTicketSeconds: 60,
  /** From issuing a puzzle to the request with its solution. */
  puzzleMinutes: 15,
  /** From a right password to the second proof; the person can extend it once by as much. */
  pendingSignInMinutes: 10,
  /** From issuing a passkey challenge to receiving the device's answer. */
  passkeyChallengeMinutes: 5,
  gatewayIdleMinutes: 10,
  gatewayAbsoluteMinutes: 60,
  /** From a refusal of the passkey that is offered after a code to the next offer. */
  passkeyOfferAgainDays: 90,
  /** How long a proof of the signed-in person allows changes of the account. */
  freshProofMinutes: 10,
  /** How long a link sent to the old e-mail can undo a change of the e-mail. */
  emailUndoHours: 72,
  /** How long a link in a message can undo the removal of an authenticator app or a passkey. */
  removalUndoHours: 72,
  /** From the QR code of an authenticator app to its first code. */
  authenticatorSetupMinutes: 15,
  /** How long a change of what signs a person in is not yet trusted as the owner's. */
  settlingHours: 72,
  /** How far back an agent sees the changes of an account. */
  changesShownDays: 30,
  temporaryPasswordHours: 24,
  linkHours: 24,
  resetLinkMinutes: 30,
  /** From the verified code or temporary password to the new password. */
  resetTokenMinutes: 10,
  /** A whole password reset, including resends of its code. */
  recoveryMinutes: 60,
  /** Lifetime of the portal's session, from its last change. */
  portalSessionMinutes: 60,
  /** From an application's authorization request to its response, including a registration or password reset. */
  oidcInteractionMinutes: 60,
  /** Lifetime of access tokens and ID tokens. */
  oidcAccessTokenMinutes: 10,
  oidcRefreshTokenDays: 14,
  /** From an application's token exchange to the browser that opens the session. */
  oidcHandoverSeconds: 60,
  /** How long a used refresh token is answered with its successor again: the answer may have been lost. */
  oidcRefreshRepeatSeconds: 30,
  /** How long after a session's absolute end the logout is sent again to applications that did not receive it. */
  oidcLogoutRetryMinutes: 1440,
  accountIdCookieSeconds: 20,
  preferenceCookieMonths: 6,
  /** How long a signed-in browser keeps its own failure count. */
  deviceCookieMonths: 6,
  returnToMinutes: 10,
  /** How far back the activity list of an account goes. */
  activityMonths: 12,
  supportReferenceDays: 7,
  agentSignInMinutes: 10,
  agentIdleMinutes: 30,
  /** Absolute expiry of an agent's session: about one shift. */
  agentAbsoluteHours: 12,
  /** How long a client IP counts as known after an agent's sign-in. */
  agentClientIpDays: 30,
  /** How long a link that leads past the maintenance page is valid, unless a command says otherwise. */
  maintenanceBypassHours: 2,
  erasureConfirmationHours: 24,
  /** From notifying the contacts on file to sending a link to another e-mail. */
  linkRequestHours: 24,
  /** How long a waiver of the second proof can be used, from its 24 hours. */
  secondFactorWaiverHours: 72,
  /** How long a driver's request for a login waits for the policyholder's answer. */
  householdRequestHours: 72,
  /** Minimum time between two letter requests of one person. */
  letterAgainDays: 7,
  /** How long a letter request is kept: after it was acknowledged, and at most. */
  letterAcknowledgedDays: 30,
  letterRequestDays: 90,
  /** For how long the feed returns an event, and a delivery that failed can be replayed. */
  eventDays: 90,
  /** For how long the counts of a report's query are kept after its last use. */
  reportPositionDays: 30,
  /** How long the delivery of an event to a webhook is tried. */
  webhookRetryHours: 72,
} as const;
