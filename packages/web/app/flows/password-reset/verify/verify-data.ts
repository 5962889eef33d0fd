import type { TimeLimit } from "../../../visit/use-expiry-warning.ts";

/** Data of the code page. */
export interface VerifyData {
  /** The e-mail as typed; empty where the session no longer has it. */
  email: string;
  said: "sentAgain" | "tooSoon" | undefined;
  /** When the newest code was requested and when it expires; null where the session no longer has it. */
  code: { askedAt: string; ends: TimeLimit } | null;
  /** When another code can be requested: ISO time, seconds from now, and time of day. */
  resend: { from: string; waitSeconds: number; retryAt: string };
}
