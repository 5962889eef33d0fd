/** What the page of the code is drawn from. */
export interface VerifyData {
  /** The address as it was typed; empty where it was lost on the way. */
  email: string;
  said: "sentAgain" | "tooSoon" | undefined;
  resend: { from: string; waitSeconds: number };
}
