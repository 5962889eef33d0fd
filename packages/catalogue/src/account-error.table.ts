/** One error of API v1: its status, and the number that distinguishes errors with the same status. */
export interface AccountErrorRow {
  status: 400 | 401 | 403 | 404 | 409 | 410 | 412 | 413 | 415 | 429 | 503 | 530;
  errorCode: number;
  /** For developers; the portal shows its own texts. */
  message: string;
}

/** Errors of API v1 by name, shared by recovery and registration by policy number. */
export const accountErrors = {
  invalidRequest: { status: 400, errorCode: 1000, message: "the body is invalid" },
  wrongIdentityFact: { status: 400, errorCode: 1002, message: "the identity fact does not match" },
  tooManyIdentityFacts: { status: 400, errorCode: 1003, message: "too many identity facts did not match" },
  passwordReused: { status: 400, errorCode: 2001, message: "one of the last passwords" },
  passwordRefused: { status: 400, errorCode: 2002, message: "the password breaks the rule that fields.password names" },
  invalidCharacter: { status: 400, errorCode: 2003, message: "the password has a character that is not allowed" },
  wrongSecret: { status: 400, errorCode: 3005, message: "wrong code, PIN or password" },
  clientUpdateFailed: { status: 400, errorCode: 4001, message: "the change could not be saved" },
  limitReached: { status: 403, errorCode: 3002, message: "locked out" },
  /** A used, revoked or expired link or token. */
  tokenExpired: { status: 403, errorCode: 3004, message: "the token has expired" },
  /** The password was right; `pendingSignIn` is the id of the sign-in that waits for a second proof. */
  secondFactorRequired: { status: 403, errorCode: 3006, message: "a second proof is required" },
  unknownApiKey: { status: 403, errorCode: 3008, message: "unknown api-key" },
  /** A call of the account without a session, or after its end. */
  sessionEnded: { status: 401, errorCode: 3009, message: "no session, or it has ended" },
  /** A change of the account that needs a newer proof of the signed-in person. */
  proofRequired: { status: 403, errorCode: 3010, message: "a fresh proof of identity is required" },
  /** Waits until a recent change of e-mail or passkeys has settled; `until` says when. */
  settling: { status: 403, errorCode: 3012, message: "the account was changed recently" },
  /** The login of an agent or of the digital team does not grant the role that the call needs. */
  roleMissing: { status: 403, errorCode: 3013, message: "the session has no role for this call" },
  passkeyRefused: { status: 400, errorCode: 3011, message: "the device's response is invalid" },
  notFound: { status: 404, errorCode: 1404, message: "not found" },
  /** Another call of this kind completed the registration, such as a form sent twice. */
  alreadyDone: { status: 404, errorCode: 1405, message: "an earlier copy of this call has completed it" },
  /** The ordered link contradicts the facts; `fields` names them. */
  linkRefused: { status: 409, errorCode: 1409, message: "the link is refused" },
  tooManyPasskeys: { status: 409, errorCode: 1410, message: "too many passkeys" },
  /** Events after this cursor are no longer kept, or a backup was restored. */
  cursorExpired: { status: 410, errorCode: 1411, message: "the cursor has expired" },
  /** Too many authenticator apps, or changes of methods in a day. */
  tooManyMethods: { status: 409, errorCode: 1413, message: "too many authenticator apps or changes" },
  /** A brand's version contradicts a newer one or the rules of approval; `fields` says which. */
  versionRefused: { status: 409, errorCode: 1414, message: "the version is refused" },
  accessRemoved: { status: 412, errorCode: 1412, message: "the account is disabled" },
  tooLarge: { status: 413, errorCode: 1000, message: "the body is larger than 16 KiB" },
  otherMediaType: { status: 415, errorCode: 1000, message: "the body is not application/json" },
  tooManyRequests: { status: 429, errorCode: 1429, message: "too many requests" },
  unavailable: { status: 503, errorCode: 1503, message: "temporarily unavailable" },
  directoryUnavailable: { status: 503, errorCode: 1504, message: "the policy directory is unavailable" },
  registryUnavailable: { status: 503, errorCode: 1505, message: "the user registry is unavailable" },
  maintenance: { status: 530, errorCode: 1530, message: "planned maintenance" },
} as const satisfies Record<string, AccountErrorRow>;
export type AccountError = keyof typeof accountErrors;
