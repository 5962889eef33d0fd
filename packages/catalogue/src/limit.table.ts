/**
 * How often something may happen. `per` says whose count it is:
 * a session's counts are kept in the session, the others in rolling windows that every server shares.
 * Rows with `drawn` take a random limit between two bounds, drawn once and kept.
 */
export type LimitRow =
  | { per: "session"; kind: "fixed"; limit: number }
  | { per: "session" | "accountName"; kind: "drawn"; from: number; to: number; pauseMinutes?: number }
  /** In a row, however long it takes; the first success ends the count. */
  | { per: "accountName"; kind: "consecutive"; limit: number }
  | {
      per:
        | "identity"
        | "recipient"
        | "address"
        | "policyPrefix"
        /** One browser's journey to be found, as the client names it. */
        | "journey"
        | "telephonePrefix"
        | "handle"
        | "agent"
        | "trustedDevice"
        /** A client network together with what it asks for. */
        | "network"
        | "global";
      kind: "window";
      limit: number;
      windowMinutes: number;
    };

export const limits = {
  wrongCodeSession: { per: "session", kind: "drawn", from: 3, to: 6 },
  wrongCodeIdentity: { per: "identity", kind: "window", limit: 10, windowMinutes: 1440 },
  verifyAddress: { per: "address", kind: "window", limit: 300, windowMinutes: 60 },
  resendSession: { per: "session", kind: "fixed", limit: 3 },
  sendRecipient: { per: "recipient", kind: "window", limit: 10, windowMinutes: 1440 },
  /** Beyond that number, kept for networks that asked for this recipient less often than one registration may. */
  sendReserve: { per: "recipient", kind: "window", limit: 10, windowMinutes: 1440 },
  sendRecipientNetwork: { per: "network", kind: "window", limit: 10, windowMinutes: 1440 },
  /** Notices that another registration wanted this address. They use up no codes. */
  addressTakenNotice: { per: "recipient", kind: "window", limit: 3, windowMinutes: 1440 },
  sendAddress: { per: "address", kind: "window", limit: 60, windowMinutes: 60 },
  /** Texts to numbers that begin alike (area code and exchange): numbers bought in a row earn nobody money. */
  sendTelephonePrefix: { per: "telephonePrefix", kind: "window", limit: 1000, windowMinutes: 60 },
  /** Messages to people on file. */
  sendGlobal: { per: "global", kind: "window", limit: 20_000, windowMinutes: 60 },
  /** Answers to a forgotten password at addresses without an account. */
  sendUnknownGlobal: { per: "global", kind: "window", limit: 4000, windowMinutes: 60 },
  /** Forgotten passwords asked for on a trusted device of the account. */
  sendTrustedGlobal: { per: "global", kind: "window", limit: 4000, windowMinutes: 60 },
  lookupSession: { per: "session", kind: "fixed", limit: 3 },
  lookupAddress: { per: "address", kind: "window", limit: 60, windowMinutes: 60 },
  lookupPolicyPrefix: { per: "policyPrefix", kind: "window", limit: 100, windowMinutes: 60 },
  /** Misses of one client network under one prefix. */
  lookupPrefixNetwork: { per: "network", kind: "window", limit: 20, windowMinutes: 60 },
  /** Over API v1: lookups that found nobody, and finds of a person with an account. The last one ends the journey. */
  lookupMissJourney: { per: "journey", kind: "window", limit: 3, windowMinutes: 30 },
  lookupKnownJourney: { per: "journey", kind: "window", limit: 3, windowMinutes: 30 },
  usernameTakenSession: { per: "session", kind: "fixed", limit: 3 },
  loginAccountName: { per: "accountName", kind: "drawn", from: 3, to: 6, pauseMinutes: 15 },
  loginAddress: { per: "address", kind: "window", limit: 60, windowMinutes: 1 },
  /** Sign-ins of a trusted device to its own account where its client address has used up the minute. */
  loginDevice: { per: "trustedDevice", kind: "window", limit: 10, windowMinutes: 1 },
  findAddress: { per: "address", kind: "window", limit: 60, windowMinutes: 1 },
  /** A login that was handed over comes back once. */
  bounceHandle: { per: "handle", kind: "window", limit: 1, windowMinutes: 1440 },
  /** Wrong sign-ins over all accounts and addresses: past this an alarm rings, nobody is refused. */
  loginFailuresEverywhere: { per: "global", kind: "window", limit: 300, windowMinutes: 10 },
  loginConsecutive: { per: "accountName", kind: "consecutive", limit: 100 },
  /** Wrong codes on a password reset. */
  recoveryWrongCode: { per: "session", kind: "fixed", limit: 3 },
  recoveryMailSession: { per: "session", kind: "fixed", limit: 4 },
  recoveryMailHour: { per: "recipient", kind: "window", limit: 5, windowMinutes: 60 },
  recoveryMailDay: { per: "recipient", kind: "window", limit: 10, windowMinutes: 1440 },
  /** Every message into an account; beyond the hour's and the day's number one passes where the last half hour had none. */
  recoveryMailPace: { per: "recipient", kind: "window", limit: 5, windowMinutes: 30 },
  recoveryMailDevice: { per: "trustedDevice", kind: "window", limit: 3, windowMinutes: 60 },
  recoveryAddress: { per: "address", kind: "window", limit: 60, windowMinutes: 60 },
  /** Wrong temporary passwords of one account, over as long a time as one lives. */
  temporaryPassword: { per: "identity", kind: "window", limit: 3, windowMinutes: 1440 },
  /** A link's message asked for again. */
  linkMailSession: { per: "session", kind: "fixed", limit: 3 },
  /** Wrong postal code, date of birth or mobile number beside a new password: in one journey, and of one person. */
  identityFactSession: { per: "session", kind: "fixed", limit: 3 },
  identityFactIdentity: { per: "identity", kind: "window", limit: 10, windowMinutes: 1440 },
  /** Three wrong mobile numbers close this way for a day. */
  wrongCellPhone: { per: "identity", kind: "window", limit: 3, windowMinutes: 1440 },
  passwordConfirmationSession: { per: "session", kind: "fixed", limit: 5 },
  linkAddress: { per: "address", kind: "window", limit: 300, windowMinutes: 60 },
  supportReferenceAddress: { per: "address", kind: "window", limit: 30, windowMinutes: 60 },
  /** Letters with a new PIN. */
  letterAddress: { per: "address", kind: "window", limit: 20, windowMinutes: 60 },
  /** Wrong secrets of one agent's id: from one client address, and from all that the agent has not signed in from before. */
  agentSecretPair: { per: "handle", kind: "window", limit: 10, windowMinutes: 15 },
  agentSecretAgent: { per: "agent", kind: "window", limit: 20, windowMinutes: 15 },
  agentSecretAddress: { per: "address", kind: "window", limit: 30, windowMinutes: 15 },
  /** Sign-ins of agents begun at the OpenID provider, and those that it or a check refused. */
  agentSignInAddress: { per: "address", kind: "window", limit: 120, windowMinutes: 15 },
  agentRefusedAddress: { per: "address", kind: "window", limit: 30, windowMinutes: 15 },
  /** Wrong bearers on /internal. */
  serviceBearerAddress: { per: "address", kind: "window", limit: 20, windowMinutes: 15 },
  /** References that lead nowhere. */
  referenceMissAgent: { per: "agent", kind: "window", limit: 20, windowMinutes: 60 },
  referenceMissAddress: { per: "address", kind: "window", limit: 120, windowMinutes: 60 },
  /** Links to an e-mail that is not on file: each tells the person's contacts. */
  linkRequestIdentity: { per: "identity", kind: "window", limit: 3, windowMinutes: 1440 },
} as const satisfies Record<string, LimitRow>;

/** How much of a limit is kept for clients without a history of their own. */
export const reserves = {
  /** Of `sendReserve` to one network: a whole registration's codes. */
  sendsPerNetwork: 1 + limits.resendSession.limit,
  /** Misses under a policy prefix that every client may use; the rest is for networks with fewer misses than one session may have. */
  commonMissesPerPrefix: 80,
  missesPerNetwork: limits.lookupSession.limit,
} as const;

export type LimitId = keyof typeof limits;
/** Limits counted in shared rolling windows. */
export type WindowLimitId = { [Id in LimitId]: (typeof limits)[Id]["kind"] extends "window" ? Id : never }[LimitId];
