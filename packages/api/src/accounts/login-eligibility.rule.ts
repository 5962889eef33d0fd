import type { Account } from "./account.store.ts";

const byStatus = { A: "ok", L: "lockedUntilReset", T: "expired" } as const;

/** Call it only after the password was verified, so that the account state stays private. */
export function loginEligibility(account: Pick<Account, "status" | "disabled" | "isFrozen">) {
  if (account.isFrozen) return "frozen";
  return account.disabled ? "disabled" : byStatus[account.status];
}
