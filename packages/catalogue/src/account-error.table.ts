/** One error of API v1: its status, and the number that distinguishes errors with the same status. */
export interface AccountErrorRow {
  status: 400 | 401 | 403 | 404 | 409 | 412 | 413 | 415 | 429 | 503 | 530;
  errorCode: number;
}

/** Errors of API v1 by name, shared by recovery and registration by policy number. */
export const accountErrors = {
  invalidRequest: { status: 400, errorCode: 1000 },
  wrongIdentityFact: { status: 400, errorCode: 1002 },
  tooManyIdentityFacts: { status: 400, errorCode: 1003 },
  passwordReused: { status: 400, errorCode: 2001 },
  passwordRefused: { status: 400, errorCode: 2002 },
  invalidCharacter: { status: 400, errorCode: 2003 },
  wrongSecret: { status: 400, errorCode: 3005 },
  clientUpdateFailed: { status: 400, errorCode: 4001 },
  limitReached: { status: 403, errorCode: 3002 },
  /** A used, revoked or expired link or token. */
  tokenExpired: { status: 403, errorCode: 3004 },
  unknownApiKey: { status: 403, errorCode: 3008 },
  /** A call of the account without a session, or after its end. */
  sessionEnded: { status: 401, errorCode: 3009 },
  /** A change of the account that needs a newer proof of the signed-in person. */
  proofRequired: { status: 403, errorCode: 3010 },
  passkeyRefused: { status: 400, errorCode: 3011 },
  notFound: { status: 404, errorCode: 1404 },
  /** Another call of this kind completed the registration, such as a form sent twice. */
  alreadyDone: { status: 404, errorCode: 1405 },
  /** The ordered link contradicts the facts; `fields` names them. */
  linkRefused: { status: 409, errorCode: 1409 },
  tooManyPasskeys: { status: 409, errorCode: 1410 },
  accessRemoved: { status: 412, errorCode: 1412 },
  tooLarge: { status: 413, errorCode: 1000 },
  otherMediaType: { status: 415, errorCode: 1000 },
  tooManyRequests: { status: 429, errorCode: 1429 },
  unavailable: { status: 503, errorCode: 1503 },
  directoryUnavailable: { status: 503, errorCode: 1504 },
  registryUnavailable: { status: 503, errorCode: 1505 },
  maintenance: { status: 530, errorCode: 1530 },
} as const satisfies Record<string, AccountErrorRow>;
export type AccountError = keyof typeof accountErrors;
