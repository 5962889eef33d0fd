import type { TimeLimit } from "../../../visit/use-near-end.ts";
import type { Destination } from "./destination.rule.ts";

export interface VerifyCodeData {
  destination: Destination;
  /** The address being proven as a username; null for the code that identifies. */
  username: string | null;
  /** Whether another way to receive the code exists. */
  otherOptions: boolean;
  telephone: string;
  /** The newest message, how long until another, until when its code works; null for a PIN, which nothing sends. */
  sending: { sentAt: string; waitSeconds: number; ends: TimeLimit } | null;
}
