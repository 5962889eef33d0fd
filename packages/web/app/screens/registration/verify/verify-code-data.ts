import type { TimeLimit } from "../../../visit/use-expiry-warning.ts";
import type { Destination } from "./destination.rule.ts";

export interface CodeSending {
  sentAt: string;
  /** How long until another may be asked for, until when on the clock, and how many more there are, where that is known. */
  waitSeconds: number;
  retryAt: string;
  resendsLeft: number | undefined;
  /** Until when its code works. */
  ends: TimeLimit;
}

export interface VerifyCodeData {
  destination: Destination;
  /** The address being proven as a username; null for the code that identifies. */
  username: string | null;
  /** Whether another way to receive the code exists. */
  otherOptions: boolean;
  telephone: string;
  /** The newest message; null for a PIN, which nothing sends. */
  sending: CodeSending | null;
}

export interface RegistrationCodeData extends VerifyCodeData {
  /** Whether the policy number is another way than the one that found the person. */
  offersPolicyNumber: boolean;
}
