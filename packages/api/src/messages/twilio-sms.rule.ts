import { z } from "zod";
import type { ProviderApi } from "./provider-api.port.ts";
import { accepted, basicAuthorization, isSuccess } from "./provider-response.rule.ts";

const messagingServiceSid = /^MG[0-9a-f]{32}$/;
const success = z.object({ sid: z.string() });
const failure = z.object({ code: z.number().int() });

/**
 * Errors about the recipient's number or the text: not a number (21211), unsubscribed (21610), not a mobile number
 * (21614), a landline (21635), too long (21617). Any other error, such as one about the sender, the operator can mend.
 */
const refusedCodes: readonly (number | undefined)[] = [21211, 21610, 21614, 21617, 21635];

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

  readResponse: ({ status, body }) => {
    if (isSuccess(status)) return accepted(success.safeParse(body).data?.sid);
    const code = failure.safeParse(body).data?.code;
    const fault = code === undefined ? String(status) : `${status} ${code}`;
    return { kind: refusedCodes.includes(code) ? "refused" : "later", fault };
  },
};
