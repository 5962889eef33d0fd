/** How long things live. Every clock is the database's. */
export const ttl = {
  oneTimeCodeMinutes: 10,
  resendWaitSeconds: 30,
  registrationIdleMinutes: 15,
  registrationAbsoluteMinutes: 30,
  /** How long before the end of a session the page says so. */
  warningMinutes: 2,
  signInTicketSeconds: 60,
  gatewayIdleMinutes: 10,
  gatewayAbsoluteMinutes: 60,
  temporaryPasswordHours: 24,
  linkHours: 24,
  resetLinkMinutes: 30,
  /** From a right code, or a right temporary password, to the new password. */
  resetTokenMinutes: 10,
  /** A password reset as a whole: its code may be asked for again meanwhile. */
  recoveryMinutes: 60,
  /** What the portal remembers of a browser, from the last time that it changed. */
  portalSessionMinutes: 60,
  accountIdCookieSeconds: 20,
  preferenceCookieMonths: 6,
  /** How long a browser that signed in keeps its own count of failures. */
  deviceCookieMonths: 6,
  rememberedAddressMinutes: 10,
  supportReferenceDays: 7,
  /** How long a sign-in of an agent may take at the OpenID provider. */
  agentSignInMinutes: 10,
  /** How long an agent's page stays open without a call. */
  agentIdleMinutes: 30,
  /** However busy, an agent logs in again once a shift. */
  agentAbsoluteHours: 12,
  /** How long an address from which an agent signed in counts as known. */
  agentAddressDays: 30,
  /** From when the contacts on file are told to when a link to another e-mail is sent. */
  linkRequestHours: 24,
  /** How long after a request for a letter another one of the person is kept. */
  letterAgainDays: 7,
  /** How long a request for a letter is kept: after it was acknowledged, and in any case. */
  letterAcknowledgedDays: 30,
  letterRequestDays: 90,
} as const;
