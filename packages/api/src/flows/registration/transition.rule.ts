import type { RegistrationErrorCode } from "@vestibule/catalogue/registration-error.table.ts";
import type { VerificationLockout } from "../../verification/identity-proof.port.ts";
import { lockoutScope } from "../../verification/lockout.rule.ts";
import type { TokenFault, TransactionStep, Transition } from "./registration-call.port.ts";

export function accept(data: unknown, rest: Omit<Transition, "result"> = {}): Transition {
  return { result: { kind: "accepted", data }, ...rest };
}

export function refuse(error: RegistrationErrorCode, rest: Omit<Transition, "result"> = {}): Transition {
  return { result: { kind: "refused", error }, ...rest };
}

/** A refusal with the number of attempts left. */
export function refuseCounted(
  error: RegistrationErrorCode,
  triesLeft: number,
  rest: Omit<Transition, "result">,
): Transition {
  return { result: { kind: "refused", error, triesLeft }, ...rest };
}

export function refuseFields(fields: Record<string, string>): Transition {
  return { result: { kind: "refused", error: "INVALID_REQUEST", fields } };
}

export function throttle(window: { retryAfterSeconds: number }): Transition {
  return {
    result: { kind: "refused", error: "TOO_MANY_REQUESTS", retryAfterSeconds: window.retryAfterSeconds },
  };
}

export function refuseToken(tokenFault: TokenFault): Transition["result"] {
  return { kind: "refused", error: "INVALID_TOKEN", tokenFault };
}

/** Ends the session after too many wrong codes or sends; `until` when the lockout ends by itself. */
export function lockOut({ reason, until }: VerificationLockout): Transition {
  const error = "EXCEEDED_RETRIES_CODE_ACTIVATION";
  return {
    result: { kind: "refused", error, reason, ...(until && { until: until.toISOString() }) },
    endReason: "locked",
    events: [{ event: "code.locked", result: lockoutScope({ reason, until }) }],
  };
}

/** Ends the session after too many attempts to identify. */
export function failIdentification(
  reason: string,
  { facts = {}, isOtherRole }: { facts?: Record<string, string>; isOtherRole?: true } = {},
): Transition {
  return {
    result: { kind: "refused", error: "UNABLE_TO_IDENTIFY", ...(isOtherRole && { reason: "role" }) },
    endReason: "unidentified",
    events: [{ event: "registration.unidentified", result: reason, facts }],
  };
}

/** Wraps a transition that needs no transaction. */
export function atOnce(transition: Transition): TransactionStep {
  return async () => transition;
}

/** Refusals without a check do not restart the idle time. */
export function renewsSession(transition: Transition): boolean {
  const { result } = transition;
  return result.kind === "accepted" || !["INVALID_REQUEST", "WRONG_STEP", "TOO_MANY_REQUESTS"].includes(result.error);
}
