import type { Destination } from "../../../form/destination.rule.ts";
import type { TimeLimit } from "../../../form/use-expiry-warning.ts";

interface CodeSending {
  sentAt: string;
  /** Seconds until another can be requested, the time of day of that, and how many are left, where known. */
  waitSeconds: number;
  retryAt: string;
  resendsLeft: number | undefined;
  /** When its code expires. */
  ends: TimeLimit;
}

export interface VerifyCodeData {
  destination: Destination;
  /** The e-mail being verified as a username; null for the code that identifies. */
  username: string | null;
  /** Whether another method to receive the code exists. */
  otherOptions: boolean;
  telephone: string;
  /** The newest message; null for a PIN, which is not sent by the portal. */
  sending: CodeSending | null;
}

export interface RegistrationCodeData extends VerifyCodeData {
  /** Whether the policy number would be a different method than the one that found the person. */
  offersPolicyNumber: boolean;
}
