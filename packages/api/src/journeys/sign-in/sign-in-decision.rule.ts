import type { FailedSignIns } from "../../capabilities/accounts/sign-in-failure.store.ts";

/** How a sign-in ends. The gateway maps the kind to its wire; nobody else knows more. */
export type SignInResult =
  | { kind: "ok"; accountId: string; previousSignInAt: Date | null; failedSignIns?: FailedSignIns }
  | { kind: "lockedForTime"; until: Date }
  | { kind: "bad" | "malformed" | "lockedUntilReset" | "expired" | "disabled" | "unavailable" };
