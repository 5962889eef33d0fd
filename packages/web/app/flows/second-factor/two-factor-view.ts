import type { SecondFactorReason } from "@vestibule/catalogue/second-factor.table.ts";
import type { OfferedMethodResponse } from "@vestibule/contract/v1/second-factor.endpoint.ts";
import type { SessionLimit, TimeLimit } from "../../form/use-expiry-warning.ts";
import type { MaskedContactProps } from "../../frame/masked-contact.tsx";

export type ShownMethod = Pick<OfferedMethodResponse, "id" | "method" | "maskedRecipient">;

/** What the page of the second proof shows. */
export interface TwoFactorData {
  reason: SecondFactorReason | undefined;
  /** The method that the page asks for. */
  chosen: ShownMethod | null;
  others: ShownMethod[];
  /** When codes can be sent to a mobile number that came on file too recently. */
  newMobileFrom: { day: string; time: string } | null;
  /** Which codes are late at the moment. */
  late: "messages" | "calls" | null;
  /** The newest code, if it was sent by the chosen method. */
  sent: {
    at: string;
    ends: TimeLimit;
    resend: { since: string; waitSeconds: number; retryAt: string };
  } | null;
  flash: "sentAgain" | "tooSoon" | "wait" | "full" | null;
  /** No method sends a code before then, and there is no other. */
  usedUpUntil: { day: string; time: string } | null;
  /** From when a refused code can be asked for again; `day` where that may be another day. */
  retryAt: { day: string; time: string };
  limit: SessionLimit;
  /** Two agents have waived the second proof: until when an app can be set up in its place. */
  waived: { day: string; time: string } | null;
  remember: { days: number; isTicked: boolean } | null;
}

type SendingMethod = MaskedContactProps["method"];
const sendingMethods: readonly string[] = ["text", "call", "email"] satisfies SendingMethod[];
export const isSendingMethod = (method: string): method is SendingMethod => sendingMethods.includes(method);

/** Whether a method, or the id of an offered one such as `text.2`, has codes sent. */
export const sendsCodes = (id: string): boolean => isSendingMethod(id.split(".")[0] ?? "");
