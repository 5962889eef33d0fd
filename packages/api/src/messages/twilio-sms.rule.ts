import type { ProviderApi } from "./provider-api.port.ts";
import { basicAuthorization } from "./provider-response.rule.ts";
import { type ReasonCodes, receiptOf } from "./receipt.rule.ts";
import { readTwilioForm, readTwilioResponse } from "./twilio-account.rule.ts";

const messagingServiceSid = /^MG[0-9a-f]{32}$/;

/**
 * Errors about the recipient's number or the text: not a number (21211), unsubscribed (21610), not a mobile number
 * (21614), a landline (21635), too long (21617). Any other error, such as one about the sender, the operator can mend.
 */
const refusedCodes = [21211, 21610, 21614, 21617, 21635];

/** https://www.twilio.com/docs/api/errors */
const undeliveredCodes: ReasonCodes = {
  unknownNumber: ["21211", "30005"],
  unreachable: ["30003", "30006"],
  blocked: ["21610", "30004", "30007"],
};

/** https://www.twilio.com/docs/messaging/api/message-resource */
export const twilioSms: ProviderApi = {
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

  readResponse: (response) => readTwilioResponse(response, refusedCodes),

  readReceipts: (post, secret) => {
    const form = readTwilioForm(post, secret);
    if (form === undefined) return undefined;
    const id = form.get("MessageSid");
    const status = form.get("MessageStatus") ?? "";
    const isDelivered = status === "delivered";
    if (id === null || !(isDelivered || ["undelivered", "failed"].includes(status))) return [];
    return [receiptOf(id, { isDelivered, code: form.get("ErrorCode") ?? "", reasons: undeliveredCodes })];
  },
};
