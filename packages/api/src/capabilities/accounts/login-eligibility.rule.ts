import type { Account } from "./account-store.port.ts";

/** What a right password opens. The state of an account shows to nobody else. */
export function loginEligibility(
  account: Pick<Account, "status" | "disabled">,
): "ok" | "disabled" | "lockedUntilReset" | "expired" {
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
