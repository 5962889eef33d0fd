import type { FailedSignIns } from "../../accounts/sign-in-failure.store.ts";

/** Result of a sign-in, which the gateway maps to its responses. */
export type SignInResult =
  | { kind: "ok"; accountId: string; previousSignInAt: Date | null; failedSignIns?: FailedSignIns }
  | { kind: "lockedForTime"; until: Date }
  | { kind: "bad" | "malformed" | "lockedUntilReset" | "expired" | "disabled" | "unavailable" };
