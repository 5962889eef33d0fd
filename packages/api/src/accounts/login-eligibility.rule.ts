import type { Account } from "./account.store.ts";

/** Call it only after the password was verified, so that the account state stays private. */
export function loginEligibility(
  account: Pick<Account, "status" | "disabled" | "isFrozen">,
): "ok" | "frozen" | "disabled" | "lockedUntilReset" | "expired" {
  if (account.isFrozen) return "frozen";
  if (account.disabled) return "disabled";
  switch (account.status) {
    case "A":
      return "ok";
    case "L":
      return "lockedUntilReset";
    case "T":
      return "expired";
  }
}
