import { flow } from "./flow.table.ts";

/**
 * The order of screens from a forgotten password to one of one's own, over API v1: the only place that knows it.
 * Redirects, links and the journey map read these rows.
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
export type RecoveryPage = keyof typeof recoveryFlow;
export const recoveryPages = Object.keys(recoveryFlow) as RecoveryPage[];

type RecoveryEvent<Page extends RecoveryPage> = keyof (typeof recoveryFlow)[Page]["next"] & string;

/** The path of the page that follows another when something happens there. */
export function pathAfter<Page extends RecoveryPage>(page: Page, event: RecoveryEvent<Page>): string {
  // Somebody whose account is sought goes the road of a registration, which meets the account on its way.
  const rows = { ...recoveryFlow, ACCOUNT_TYPE: flow.ACCOUNT_TYPE };
  const next = recoveryFlow[page].next as Record<RecoveryEvent<Page>, keyof typeof rows>;
  return rows[next[event]].path;
}
