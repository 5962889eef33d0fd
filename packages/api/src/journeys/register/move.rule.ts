import type { RegistrationErrorCode } from "@vestibule/catalogue/registration-error.table.ts";
import type { Act, Move, TokenFault } from "./registration-call.port.ts";

export function accept(data: unknown, rest: Omit<Move, "ending"> = {}): Move {
  return { ending: { kind: "accepted", data }, ...rest };
}

export function refuse(error: RegistrationErrorCode, rest: Omit<Move, "ending"> = {}): Move {
  return { ending: { kind: "refused", error }, ...rest };
}

/** A refusal that counts: how often more the same may be tried. */
export function refuseCounted(error: RegistrationErrorCode, triesLeft: number, rest: Omit<Move, "ending">): Move {
  return { ending: { kind: "refused", error, triesLeft }, ...rest };
}

export function refuseFields(fields: Record<string, string>): Move {
  return { ending: { kind: "refused", error: "INVALID_REQUEST", fields } };
}

export function throttle(window: { retryAfterSeconds: number }): Move {
  return {
    ending: { kind: "refused", error: "TOO_MANY_REQUESTS", retryAfterSeconds: window.retryAfterSeconds },
  };
}

export function refuseToken(tokenFault: TokenFault): Move["ending"] {
  return { kind: "refused", error: "INVALID_TOKEN", tokenFault };
}

/** Too many wrong codes or sends: the session is over; `until` where the pause ends by itself. */
export function lock(reason: string, until?: Date): Move {
  return {
    ending: {
      kind: "refused",
      error: "EXCEEDED_RETRIES_CODE_ACTIVATION",
      ...(until && { until: until.toISOString() }),
    },
    endedHow: "locked",
    events: [{ event: "code.locked", result: reason }],
  };
}

/** Too many tries to say who one is: the session is over. */
export function giveUpIdentifying(
  reason: string,
  { facts = {}, isOtherRole }: { facts?: Record<string, string>; isOtherRole?: true } = {},
): Move {
  return {
    ending: { kind: "refused", error: "UNABLE_TO_IDENTIFY", ...(isOtherRole && { reason: "role" }) },
    endedHow: "unidentified",
    events: [{ event: "registration.unidentified", result: reason, facts }],
  };
}

/** A call that needs nothing from outside. */
export function atOnce(move: Move): Act {
  return async () => move;
}

/** Endings of a call that was not weighed at all: they begin no new idle time. */
export function countsAsStep(move: Move): boolean {
  const { ending } = move;
  return ending.kind === "accepted" || !["INVALID_REQUEST", "WRONG_STEP", "TOO_MANY_REQUESTS"].includes(ending.error);
}
