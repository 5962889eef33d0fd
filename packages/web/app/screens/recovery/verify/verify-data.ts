import type { TimeLimit } from "../../../visit/use-expiry-warning.ts";

/** What the page of the code is drawn from. */
export interface VerifyData {
  /** The address as it was typed; empty where it was lost on the way. */
  email: string;
  said: "sentAgain" | "tooSoon" | undefined;
  /** When the newest code was asked for, and until when it works; null where that was lost on the way. */
  code: { askedAt: string; ends: TimeLimit } | null;
  /** From when another may be asked for, as a moment, as seconds from now, and on the clock. */
  resend: { from: string; waitSeconds: number; retryAt: string };
}
