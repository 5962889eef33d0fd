import type { FlowRow } from "./flow-row.ts";
import { idsOf } from "./ids-of.ts";

const page = { stage: null, back: { kind: "none" } } as const;

/** Pages of a password reset (API v1) and the order in which they may follow each other. */
export const recoveryFlow = {
  LOGIN: {
    ...page,
    path: "/",
    next: [
      { event: "passwordForgotten", page: "FORGOT" },
      { event: "temporaryPassword", page: "RESET" },
    ],
  },
  FORGOT: {
    ...page,
    path: "/forgot",
    next: [
      { event: "codeRequested", page: "VERIFY" },
      // Looking up an account uses smart registration, which detects the existing account.
      { event: "accountLookupStarted", page: "ACCOUNT_TYPE" },
    ],
  },
  VERIFY: {
    ...page,
    path: "/verify",
    next: [
      { event: "codeAccepted", page: "RESET" },
      { event: "codeExpired", page: "FORGOT" },
      { event: "accountLookupStarted", page: "ACCOUNT_TYPE" },
    ],
  },
  RESET: {
    ...page,
    path: "/reset",
    next: [
      { event: "ticketIssued", page: "RESET" },
      { event: "passwordSaved", page: "LOGIN" },
      { event: "temporaryPasswordEnded", page: "LOGIN" },
      { event: "codeExpired", page: "FORGOT" },
    ],
  },
} as const satisfies Record<string, FlowRow>;
/** Starts a registration that finds the person's existing account: form target, and button of a message. */
export const findAccountPath = "/forgot/find-account";
export type RecoveryPage = keyof typeof recoveryFlow;
export const recoveryPages = idsOf(recoveryFlow);
