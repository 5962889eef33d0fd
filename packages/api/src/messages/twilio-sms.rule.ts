import { z } from "zod";
import { isSameText } from "../platform/same-text.rule.ts";
import { accepted, basicAuthorization, isSuccess } from "./provider-response.rule.ts";
import type { SmsApi } from "./sms-api.port.ts";
import { hmac, type ReasonCodes, receiptOf } from "./sms-receipt.rule.ts";

const messagingServiceSid = /^MG[0-9a-f]{32}$/;
const success = z.object({ sid: z.string() });
const failure = z.object({ code: z.number().int() });

/**
 * Errors about the recipient's number or the text: not a number (21211), unsubscribed (21610), not a mobile number
 * (21614), a landline (21635), too long (21617). Any other error, such as one about the sender, the operator can mend.
 */
const refusedCodes: readonly (number | undefined)[] = [21211, 21610, 21614, 21617, 21635];

/** https://www.twilio.com/docs/api/errors */
const undeliveredCodes: ReasonCodes = {
  unknownNumber: ["21211", "30005"],
  unreachable: ["30003", "30006"],
  blocked: ["21610", "30004", "30007"],
};

/** https://www.twilio.com/docs/messaging/api/message-resource */
export const twilioSms: SmsApi = {
  createRequest: (message, account) => ({
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      authorization: basicAuthorization(account),
    },
    body: new URLSearchParams({
      To: `+1${message.to}`,
      [messagingServiceSid.test(account.from) ? "MessagingServiceSid" : "From"]: account.from,
      Body: message.text,
    }).toString(),
  }),

  readResponse: ({ status, body }) => {
    if (isSuccess(status)) return accepted(success.safeParse(body).data?.sid);
    const code = failure.safeParse(body).data?.code;
    const fault = code === undefined ? String(status) : `${status} ${code}`;
    return { kind: refusedCodes.includes(code) ? "refused" : "later", fault };
  },

  /** https://www.twilio.com/docs/usage/security#validating-requests; `secret` is the account's auth token. */
  readReceipts: ({ url, headers, body }, secret) => {
    const form = new URLSearchParams(body);
    const signed = url + [...form].toSorted(byName).flat().join("");
    const signature = hmac("sha1", { secret, text: signed }).toString("base64");
    if (!isSameText(headers.get("x-twilio-signature") ?? "", signature)) return undefined;
    const id = form.get("MessageSid");
    const status = form.get("MessageStatus") ?? "";
    const isDelivered = status === "delivered";
    if (id === null || !(isDelivered || ["undelivered", "failed"].includes(status))) return [];
    return [receiptOf(id, { isDelivered, code: form.get("ErrorCode") ?? "", reasons: undeliveredCodes })];
  },
};

function byName([one]: [string, string], [other]: [string, string]): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
