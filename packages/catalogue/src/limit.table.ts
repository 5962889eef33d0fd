/**
 * Limits on attempts. `per` is what attempts are counted by: a count per `session` is stored in that session, every
 * other count in the database, in a rolling window. A `drawn` limit is a random number from `from` to `to`, drawn once
 * for each count.
 */
export type LimitRow =
  | { per: "session"; kind: "fixed"; limit: number }
  | { per: "session" | "accountName"; kind: "drawn"; from: number; to: number; pauseMinutes?: number }
  /** Consecutive attempts, over any time; a success resets the count. */
  | { per: "accountName"; kind: "consecutive"; limit: number }
  | {
      per:
        | "identity"
        | "recipient"
        /** The client IP. */
        | "clientIp"
        | "policyPrefix"
        /** The lookups of one browser, by the id that the client sends. */
        | "journey"
        | "telephonePrefix"
        | "handle"
        | "agent"
        | "trustedDevice"
        /** A login name, known or unknown. */
        | "loginName"
        /** A client network combined with the requested recipient or application. */
        | "network"
        | "application"
        | "global";
      kind: "window";
      limit: number;
      windowMinutes: number;
    };

export const limits = {
  wrongCodeSession: { per: "session", kind: "drawn", from: 3, to: 6 },
  wrongCodeIdentity: { per: "identity", kind: "window", limit: 10, windowMinutes: 1440 },
  verifyClientIp: { per: "clientIp", kind: "window", limit: 300, windowMinutes: 60 },
  resendSession: { per: "session", kind: "fixed", limit: 3 },
  sendRecipient: { per: "recipient", kind: "window", limit: 10, windowMinutes: 1440 },
  /** Sends above `sendRecipient`, for networks that sent this recipient fewer codes than one registration may send. */
  sendReserve: { per: "recipient", kind: "window", limit: 10, windowMinutes: 1440 },
  sendRecipientNetwork: { per: "network", kind: "window", limit: 10, windowMinutes: 1440 },
  /** Notices to the owner of an e-mail that another person entered in a registration. They do not count as codes. */
  addressTakenNotice: { per: "recipient", kind: "window", limit: 3, windowMinutes: 1440 },
  /** Notices of a sign-in in a browser that the account did not know. */
  newBrowserNotice: { per: "identity", kind: "window", limit: 5, windowMinutes: 1440 },
  sendClientIp: { per: "clientIp", kind: "window", limit: 60, windowMinutes: 60 },
  /** Texts and calls to numbers with the same area code and exchange; prevents toll fraud. */
  sendTelephonePrefix: { per: "telephonePrefix", kind: "window", limit: 1000, windowMinutes: 60 },
  sendGlobal: { per: "global", kind: "window", limit: 20_000, windowMinutes: 60 },
  /** Replies to a forgotten password for e-mails without an account. */
  sendUnknownGlobal: { per: "global", kind: "window", limit: 4000, windowMinutes: 60 },
  /** Forgotten passwords requested on a trusted device of the account. */
  sendTrustedGlobal: { per: "global", kind: "window", limit: 4000, windowMinutes: 60 },
  lookupSession: { per: "session", kind: "fixed", limit: 3 },
  lookupClientIp: { per: "clientIp", kind: "window", limit: 60, windowMinutes: 60 },
  lookupSolvedClientIp: { per: "clientIp", kind: "window", limit: 60, windowMinutes: 60 },
  lookupPolicyPrefix: { per: "policyPrefix", kind: "window", limit: 100, windowMinutes: 60 },
  /** Lookups without a match, by client network and policy prefix. */
  lookupPrefixNetwork: { per: "network", kind: "window", limit: 20, windowMinutes: 60 },
  /** API v1: lookups without a match, and of a person with an account. The last one ends the flow. */
  lookupMissJourney: { per: "journey", kind: "window", limit: 3, windowMinutes: 30 },
  lookupKnownJourney: { per: "journey", kind: "window", limit: 3, windowMinutes: 30 },
  /** Requests of one person to change the e-mail of their account. */
  emailChangeIdentity: { per: "identity", kind: "window", limit: 10, windowMinutes: 1440 },
  /** Requests to add a policy to an account; each tries facts, and sends a code where they match. */
  policyAdditionAccount: { per: "identity", kind: "window", limit: 10, windowMinutes: 1440 },
  usernameTakenSession: { per: "session", kind: "fixed", limit: 3 },
  loginAccountName: { per: "accountName", kind: "drawn", from: 3, to: 6, pauseMinutes: 15 },
  loginClientIp: { per: "clientIp", kind: "window", limit: 60, windowMinutes: 1 },
  /** Second allowances of limits by client IP, for requests with a solved puzzle. */
  loginSolvedClientIp: { per: "clientIp", kind: "window", limit: 60, windowMinutes: 1 },
  /** Sign-ins of a trusted device to its own account after its client IP has reached the limit per minute. */
  loginDevice: { per: "trustedDevice", kind: "window", limit: 10, windowMinutes: 1 },
  findClientIp: { per: "clientIp", kind: "window", limit: 60, windowMinutes: 1 },
  findSolvedClientIp: { per: "clientIp", kind: "window", limit: 60, windowMinutes: 1 },
  /** Uses of one solved puzzle on one limit. Longer than a puzzle is valid. */
  puzzleSolution: { per: "handle", kind: "window", limit: 1, windowMinutes: 60 },
  /** Reports of a login that an external gateway refused: one for each login. */
  bounceHandle: { per: "handle", kind: "window", limit: 1, windowMinutes: 1440 },
  /** Failed sign-ins over all accounts and client IPs: above this an alarm is raised, but no sign-in is refused. */
  loginFailuresEverywhere: { per: "global", kind: "window", limit: 300, windowMinutes: 10 },
  /** Login names with a wrong password from one client IP: a full limit refuses nothing, it is a signal of a sign-in. */
  wrongNamesClientIp: { per: "clientIp", kind: "window", limit: 20, windowMinutes: 60 },
  /** A client network combined with a login name, so that a name counts once there. */
  wrongNameNetwork: { per: "network", kind: "window", limit: 1, windowMinutes: 60 },
  /** Client networks with a wrong password of one login name; this and the limits below refuse nothing. */
  wrongNetworksName: { per: "loginName", kind: "window", limit: 10, windowMinutes: 1440 },
  /** A login name combined with a client network, so that a network counts once for it. */
  wrongNetworkOfName: { per: "network", kind: "window", limit: 1, windowMinutes: 1440 },
  /** Wrong passwords of the list of known ones. */
  knownPasswordsClientIp: { per: "clientIp", kind: "window", limit: 10, windowMinutes: 60 },
  /** Registrations whose first code was not typed back; a right code gives it back. */
  unansweredCodesClientIp: { per: "clientIp", kind: "window", limit: 20, windowMinutes: 60 },
  /** Signals of bots about one client IP or login name. */
  botSignal: { per: "handle", kind: "window", limit: 1, windowMinutes: 60 },
  /** Passkeys added to an account; each notifies its owner. */
  passkeyAdditionIdentity: { per: "identity", kind: "window", limit: 20, windowMinutes: 1440 },
  /** Codes of the second proof to a telephone and by e-mail, for one account; each follows a right password. */
  secondFactorTelephonePace: { per: "identity", kind: "window", limit: 3, windowMinutes: 10 },
  secondFactorTelephoneDay: { per: "identity", kind: "window", limit: 8, windowMinutes: 1440 },
  secondFactorEmailPace: { per: "identity", kind: "window", limit: 3, windowMinutes: 10 },
  secondFactorEmailDay: { per: "identity", kind: "window", limit: 8, windowMinutes: 1440 },
  /** Wrong codes of the second proof of one account, by all methods. A new password has its own for a day. */
  secondFactorWrongCode: { per: "identity", kind: "window", limit: 10, windowMinutes: 1440 },
  /** Authenticator apps added and sets of recovery codes made for an account; each notifies its owner. */
  methodChangeAccount: { per: "identity", kind: "window", limit: 20, windowMinutes: 1440 },
  loginConsecutive: { per: "accountName", kind: "consecutive", limit: 100 },
  recoveryWrongCode: { per: "session", kind: "fixed", limit: 3 },
  recoveryMailSession: { per: "session", kind: "fixed", limit: 4 },
  recoveryMailHour: { per: "recipient", kind: "window", limit: 5, windowMinutes: 60 },
  recoveryMailDay: { per: "recipient", kind: "window", limit: 10, windowMinutes: 1440 },
  /** Messages of any kind: above the hourly or daily limit, one more is sent after half an hour without a message. */
  recoveryMailPace: { per: "recipient", kind: "window", limit: 5, windowMinutes: 30 },
  recoveryMailDevice: { per: "trustedDevice", kind: "window", limit: 3, windowMinutes: 60 },
  recoveryClientIp: { per: "clientIp", kind: "window", limit: 60, windowMinutes: 60 },
  recoverySolvedClientIp: { per: "clientIp", kind: "window", limit: 60, windowMinutes: 60 },
  /** Wrong temporary passwords for one account, within the lifetime of a temporary password. */
  temporaryPassword: { per: "identity", kind: "window", limit: 3, windowMinutes: 1440 },
  /** Resends of a link's message. */
  linkMailSession: { per: "session", kind: "fixed", limit: 3 },
  /** Wrong postal codes, dates of birth or mobile numbers with a new password: in one flow, and by one person. */
  identityFactSession: { per: "session", kind: "fixed", limit: 3 },
  identityFactIdentity: { per: "identity", kind: "window", limit: 10, windowMinutes: 1440 },
  /** Three wrong mobile numbers lock this method for a day. */
  wrongCellPhone: { per: "identity", kind: "window", limit: 3, windowMinutes: 1440 },
  passwordConfirmationSession: { per: "session", kind: "fixed", limit: 5 },
  linkClientIp: { per: "clientIp", kind: "window", limit: 300, windowMinutes: 60 },
  supportReferenceClientIp: { per: "clientIp", kind: "window", limit: 30, windowMinutes: 60 },
  letterClientIp: { per: "clientIp", kind: "window", limit: 20, windowMinutes: 60 },
  /** Wrong secrets of one agent id: from one client IP, and from all that it has not signed in from. */
  agentSecretPair: { per: "handle", kind: "window", limit: 10, windowMinutes: 15 },
  agentSecretAgent: { per: "agent", kind: "window", limit: 20, windowMinutes: 15 },
  agentSecretClientIp: { per: "clientIp", kind: "window", limit: 30, windowMinutes: 15 },
  /** Sign-ins of agents started at the OpenID provider, and those that it or a check refused. */
  agentSignInClientIp: { per: "clientIp", kind: "window", limit: 120, windowMinutes: 15 },
  agentRefusedClientIp: { per: "clientIp", kind: "window", limit: 30, windowMinutes: 15 },
  /** Wrong bearer tokens on /internal. */
  serviceBearerClientIp: { per: "clientIp", kind: "window", limit: 20, windowMinutes: 15 },
  /** Reports that one member of the digital team reads; each is a query over many events. */
  teamReportMember: { per: "agent", kind: "window", limit: 60, windowMinutes: 10 },
  referenceMissAgent: { per: "agent", kind: "window", limit: 20, windowMinutes: 60 },
  referenceMissClientIp: { per: "clientIp", kind: "window", limit: 120, windowMinutes: 60 },
  /** Authorization requests of applications, by the client IP of the browser. */
  oidcAuthorizeClientIp: { per: "clientIp", kind: "window", limit: 300, windowMinutes: 15 },
  /** Wrong secrets of an application; the right one is accepted beyond the limit too. */
  oidcClientRefused: { per: "application", kind: "window", limit: 120, windowMinutes: 15 },
  /** Wrong codes and tokens of a public application from one network; right ones are accepted beyond the limit too. */
  oidcPublicRefused: { per: "network", kind: "window", limit: 120, windowMinutes: 15 },
  /** A person's own data read, or the closing of their account prepared or done. */
  ownDataAccount: { per: "identity", kind: "window", limit: 30, windowMinutes: 60 },
  /** Queries of the policy directory for an account that are not answered; fewer than open its circuit breaker. */
  directoryUnansweredAccount: { per: "identity", kind: "window", limit: 4, windowMinutes: 1 },
  /** Links to an e-mail that is not on file; each notifies the person's contacts. */
  linkRequestIdentity: { per: "identity", kind: "window", limit: 3, windowMinutes: 1440 },
  /** Requests of one driver for a login; each notifies the policyholder. */
  householdRequestIdentity: { per: "identity", kind: "window", limit: 3, windowMinutes: 1440 },
} as const satisfies Record<string, LimitRow>;

/** Share of a limit reserved for clients without a history. */
export const reserves = {
  /** Part of `sendReserve` that one network may use: the codes of one registration. */
  sendsPerNetwork: 1 + limits.resendSession.limit,
  /**
   * Lookups without a match under a policy prefix that any client may use up. The rest of the limit is reserved for
   * networks with fewer such lookups than one session may have.
   */
  commonMissesPerPrefix: 80,
  missesPerNetwork: limits.lookupSession.limit,
} as const;

export type LimitId = keyof typeof limits;
/** Limits counted in shared rolling windows. */
export type WindowLimitId = { [Id in LimitId]: (typeof limits)[Id]["kind"] extends "window" ? Id : never }[LimitId];
