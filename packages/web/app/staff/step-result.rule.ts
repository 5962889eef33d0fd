import type { TextKey } from "@vestibule/wording/tables.ts";

/** Notes on refusals whose event alone does not say the result; a lockout is named after its limit. */
const results: Readonly<Record<string, Readonly<Record<string, TextKey>>>> = {
  "sign-in.refused": {
    bad: "agent:result.bad",
    passkey: "agent:result.passkey",
    lockedForTime: "agent:limit.signInPaused",
    lockedUntilReset: "agent:limit.signInDisabled",
    expired: "agent:account.temporary",
    frozen: "agent:account.frozen",
    disabled: "agent:account.disabled",
  },
  "registration.stepped": {
    REGISTRATION_START: "agent:result.start",
    IDENTIFY: "agent:result.identify",
    VERIFY: "agent:result.verify",
    CREATE: "agent:result.create",
    DONE: "agent:state.completed",
  },
  "code.locked": {
    session: "agent:result.wrongCodes",
    identity: "agent:limit.wrongCodeIdentity",
    sends: "agent:result.codesSent",
  },
  "temporary.refused": {
    wrong: "agent:result.bad",
    limit: "agent:limit.temporaryPassword",
    late: "agent:result.late",
  },
};

export function resultOf(event: string, result: string): TextKey | undefined {
  const row = Object.hasOwn(results, event) ? results[event] : undefined;
  return row && Object.hasOwn(row, result) ? row[result] : undefined;
}
