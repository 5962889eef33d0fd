import type { RaisedRoadblockId } from "./roadblock.table.ts";

/** Results of a sign-in at the built-in gateway, each with the operation and code in its redirect to the portal. */
export const gatewayResults = {
  firstVisit: { operation: "login", code: "0x00000000" },
  loggedOut: { operation: "logout", code: "0x00000000" },
  success: { operation: "login_success", code: "0x38cf05e7" },
  invalidCredentials: { operation: "login", code: "0x132120c8" },
  malformed: { operation: "login", code: "0x132120c9" },
  lockedOut: { operation: "acct_locked", code: "0x13212132" },
  lockedUntilReset: { operation: "acct_locked", code: "0x13212135" },
  expired: { operation: "passwd_exp", code: "0x132120cc" },
  retryLimit: { operation: "login", code: "0x132120cb" },
  /** The person froze the account; only an agent lifts it. */
  frozen: { operation: "acct_locked", code: "0x13212136" },
  disabled: { operation: "acct_inactivated", code: "0x132120d0" },
  newPasswordRefused: { operation: "passwd_rep_failure", code: "0x1321212c" },
  alreadyLoggedIn: { operation: "help", code: "0x13212079" },
  unavailable: { operation: "error", code: "0x13212077" },
  applicationUnavailable: { operation: "error", code: "0x38cf04d7" },
  refused: { operation: "error", code: "0x13212064" },
} as const satisfies Record<string, { operation: string; code: string }>;
export type GatewayResult = keyof typeof gatewayResults;

/** What the portal shows for a code of the built-in gateway or of an external one. Codes are case-insensitive. */
export type GatewayCodeResult =
  | { kind: "login" }
  | { kind: "loginError" }
  | { kind: "application" }
  | { kind: "roadblock"; roadblock: RaisedRoadblockId };

const forgotPassword = { kind: "roadblock", roadblock: "forgot-password" } as const;
const loginError = { kind: "loginError" } as const;
const application = { kind: "application" } as const;

export const gatewayCodes: Readonly<Record<string, GatewayCodeResult>> = {
  "0x00000000": { kind: "login" },
  "0x132120ea": forgotPassword,
  "0x132120e9": forgotPassword,
  "0x13212135": forgotPassword,
  "0x13212132": forgotPassword,
  "0x13212136": { kind: "roadblock", roadblock: "account-frozen" },
  "0x1321213c": forgotPassword,
  "0x132120cc": forgotPassword,
  "0x132120cb": forgotPassword,
  "0x132120c8": loginError,
  "0x132120c9": loginError,
  "0x132120ca": loginError,
  hpdia0300w: loginError,
  "0x1321212c": loginError,
  "0x38cf05e7": application,
  "0x13212079": application,
};

/** Result of every code that `gatewayCodes` does not list. */
export const gatewayCodeWithoutRow: GatewayCodeResult = { kind: "roadblock", roadblock: "technical" };

/**
 * Error codes that a page may show in brackets after its own code: those of the account system, and those of the
 * built-in gateway that lead to the technical roadblock. In lower case; compared case-insensitively.
 */
export const visibleErrorCodes = [
  "lnr500120",
  "lnr500140",
  "lnr500150",
  "lnr500160",
  "0x13212077",
  "0x38cf04d7",
  "0x13212064",
  "0x132120d0",
] as const;

/** Format of the codes of an external gateway. A value in any other format is never shown or stored. */
export const visibleErrorCodePattern = /^(0x[0-9a-f]{8}|lnr\d{6}|hpd[a-z]{2}\d{4}[a-z])$/i;
