import { flow } from "./flow.table.ts";

/**
 * Order of screens from a forgotten password to a new one over API v1, and its only source. Redirects, links and the
 * journey map read these rows.
 */
export const recoveryFlow = {
  LOGIN: { path: "/", next: { passwordForgotten: "FORGOT", temporaryPassword: "RESET" } },
  FORGOT: { path: "/forgot", next: { codeAsked: "VERIFY", accountSought: "ACCOUNT_TYPE" } },
  VERIFY: { path: "/verify", next: { rightCode: "RESET", codeEnded: "FORGOT", accountSought: "ACCOUNT_TYPE" } },
  RESET: {
    path: "/reset",
    next: { ticketIssued: "RESET", passwordSaved: "LOGIN", temporaryPasswordEnded: "LOGIN", codeEnded: "FORGOT" },
  },
} as const;
/** Form target that begins a registration to find an existing account. */
export const findAccountPath = "/forgot/find-account";
export type RecoveryPage = keyof typeof recoveryFlow;
export const recoveryPages = Object.keys(recoveryFlow) as RecoveryPage[];

type RecoveryEvent<Page extends RecoveryPage> = keyof (typeof recoveryFlow)[Page]["next"] & string;

/** The path of the page that follows another after an event. */
export function pathAfter<Page extends RecoveryPage>(page: Page, event: RecoveryEvent<Page>): string {
  // Looking up an account uses the registration flow, which detects the existing account.
  const rows = { ...recoveryFlow, ACCOUNT_TYPE: flow.ACCOUNT_TYPE };
  const next = recoveryFlow[page].next as Record<RecoveryEvent<Page>, keyof typeof rows>;
  return rows[next[event]].path;
}
