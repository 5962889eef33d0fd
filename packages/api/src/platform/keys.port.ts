/** Keys of one purpose, 32 bytes each: the newest signs, all verify. `all`: newest first. */
export interface KeyRing {
  newest: Uint8Array;
  all: readonly Uint8Array[];
}

/** Keys by purpose; a key of one purpose is never used for another. */
export interface Keys {
  sessionToken: KeyRing;
  /** Signs ID tokens and logout tokens; what is published is derived from it. */
  oidcSigning: KeyRing;
  /** Keyed hash of one-time codes, tickets and gateway session ids. */
  secretHash: KeyRing;
  /** Keyed hash of identities, e-mails and client IPs in limit keys and logs. */
  lookupHash: KeyRing;
  /** Encrypts secrets that are stored and read again, such as those of authenticator apps. */
  storedSecret: KeyRing;
  operator: KeyRing;
  /** Encrypts and signs cookies. */
  cookie: KeyRing;
  /** Keyed hash of the audit trail. */
  audit: KeyRing;
}
