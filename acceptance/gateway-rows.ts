import type { GatewayOutcome } from "@vestibule/catalogue/gateway.table.ts";

/** What a person sees after a gateway's response. */
export type VisibleOutcome =
  | "login"
  | "signedOut"
  | "loginError"
  | "application"
  | "paused"
  | "frozen"
  | "accountClosed"
  | "technical";

interface GatewayRow {
  operation: string;
  code: string;
  seen: VisibleOutcome;
}

/** The expected wire values of the built-in gateway, written out rather than read from the portal's own table. */
export const outcomeRows: Readonly<Record<GatewayOutcome, GatewayRow>> = {
  firstVisit: { operation: "login", code: "0x00000000", seen: "login" },
  loggedOut: { operation: "logout", code: "0x00000000", seen: "signedOut" },
  success: { operation: "login_success", code: "0x38cf05e7", seen: "application" },
  alreadyLoggedIn: { operation: "help", code: "0x13212079", seen: "application" },
  bad: { operation: "login", code: "0x132120c8", seen: "loginError" },
  malformed: { operation: "login", code: "0x132120c9", seen: "loginError" },
  newPasswordRefused: { operation: "passwd_rep_failure", code: "0x1321212c", seen: "loginError" },
  lockedForTime: { operation: "acct_locked", code: "0x13212132", seen: "paused" },
  lockedUntilReset: { operation: "acct_locked", code: "0x13212135", seen: "paused" },
  expired: { operation: "passwd_exp", code: "0x132120cc", seen: "paused" },
  retryLimit: { operation: "login", code: "0x132120cb", seen: "paused" },
  frozen: { operation: "acct_locked", code: "0x13212136", seen: "frozen" },
  disabled: { operation: "acct_inactivated", code: "0x132120d0", seen: "accountClosed" },
  unavailable: { operation: "error", code: "0x13212077", seen: "technical" },
  applicationAway: { operation: "error", code: "0x38cf04d7", seen: "technical" },
  refused: { operation: "error", code: "0x13212064", seen: "technical" },
};

/** Additional responses of an insurer's own gateway. */
export const furtherRows: readonly GatewayRow[] = [
  { operation: "login", code: "0x132120ca", seen: "loginError" },
  { operation: "passwd_rep_failure", code: "HPDIA0300W", seen: "loginError" },
  { operation: "acct_locked", code: "0x132120e9", seen: "paused" },
  { operation: "acct_locked", code: "0x132120EA", seen: "paused" },
  { operation: "passwd_exp", code: "0x1321213c", seen: "paused" },
  { operation: "nobody_knows", code: "0x132120ff", seen: "technical" },
];
