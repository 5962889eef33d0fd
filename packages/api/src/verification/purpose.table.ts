import { limits } from "@vestibule/catalogue/limit.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";

/** What a code is issued for. A code is valid for its purpose only. */
export type CodePurpose = "registration" | "username" | "reset" | "emailChange";

export interface PurposeRow {
  ttlMinutes: number;
  /** Codes of one journey, including the first. */
  codes: number;
  /** Which codes wait after the one before: every one, a repetition to the same recipient, or none. */
  waits: "everyCode" | "repeatedCode" | "none";
  /** Wrong codes that end the journey: a random number between two bounds, or a fixed one. */
  wrongCodes: { from: number; to: number } | { limit: number };
  message: "registrationCode" | "usernameCode" | "passwordReset";
  /** Message of a person who is looking for their existing account. */
  messageToFindAccount?: "findAccountCode";
}

export const purposes = {
  registration: {
    ttlMinutes: ttl.oneTimeCodeMinutes,
    codes: 1 + limits.resendSession.limit,
    waits: "everyCode",
    wrongCodes: limits.wrongCodeSession,
    message: "registrationCode",
    messageToFindAccount: "findAccountCode",
  },
  username: {
    ttlMinutes: ttl.oneTimeCodeMinutes,
    codes: 1 + limits.resendSession.limit,
    waits: "repeatedCode",
    wrongCodes: limits.wrongCodeSession,
    message: "usernameCode",
  },
  reset: {
    ttlMinutes: ttl.oneTimeCodeMinutes,
    codes: 1 + limits.recoveryMailSession.limit,
    waits: "none",
    wrongCodes: limits.recoveryWrongCode,
    message: "passwordReset",
  },
  /** Another code is another change. */
  emailChange: {
    ttlMinutes: ttl.oneTimeCodeMinutes,
    codes: 1,
    waits: "none",
    wrongCodes: limits.wrongCodeSession,
    message: "usernameCode",
  },
} as const satisfies Record<CodePurpose, PurposeRow>;
