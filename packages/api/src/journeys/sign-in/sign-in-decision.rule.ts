import type { Account } from "../../capabilities/accounts/user-registry.port.ts";

/** How a sign-in ends. The gateway maps the kind to its wire; nobody else knows more. */
export type SignInResult =
  | { kind: "ok"; accountId: string; previousSignInAt: Date | null }
  | { kind: "lockedForTime"; until: Date }
  | { kind: "bad" | "malformed" | "lockedUntilReset" | "expired" | "disabled" | "unavailable" };

/** What a right password opens. The state of an account shows to nobody else. */
export function openedBy(
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
