import type { FlowRow } from "./flow-row.ts";

/** Order of screens from a forgotten password to a new one over API v1, and its only source. */
export const recoveryFlow = {
  LOGIN: {
    stage: null,
    path: "/",
    back: { kind: "none" },
    next: [
      { event: "passwordForgotten", page: "FORGOT" },
      { event: "temporaryPassword", page: "RESET" },
    ],
  },
  FORGOT: {
    stage: null,
    path: "/forgot",
    back: { kind: "none" },
    next: [
      { event: "codeAsked", page: "VERIFY" },
      // Looking up an account uses smart registration, which detects the existing account.
      { event: "accountSought", page: "ACCOUNT_TYPE" },
    ],
  },
  VERIFY: {
    stage: null,
    path: "/verify",
    back: { kind: "none" },
    next: [
      { event: "rightCode", page: "RESET" },
      { event: "codeEnded", page: "FORGOT" },
      { event: "accountSought", page: "ACCOUNT_TYPE" },
    ],
  },
  RESET: {
    stage: null,
    path: "/reset",
    back: { kind: "none" },
    next: [
      { event: "ticketIssued", page: "RESET" },
      { event: "passwordSaved", page: "LOGIN" },
      { event: "temporaryPasswordEnded", page: "LOGIN" },
      { event: "codeEnded", page: "FORGOT" },
    ],
  },
} as const satisfies Record<string, FlowRow>;
/** Form target that begins a registration to find an existing account. */
export const findAccountPath = "/forgot/find-account";
export type RecoveryPage = keyof typeof recoveryFlow;
export const recoveryPages = Object.keys(recoveryFlow) as RecoveryPage[];
