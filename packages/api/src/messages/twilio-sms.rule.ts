import { z } from "zod";
import type { SmsApi } from "./sms-api.port.ts";
import { accepted, deliveryOfStatus, isSuccess } from "./sms-delivery.rule.ts";

const success = z.object({ sid: z.string() });
const failure = z.object({ code: z.number().int() });

/** A wrong or missing sender, which Twilio answers with status 400 as it does a wrong recipient. */
const senderCodes: readonly (number | undefined)[] = [21212, 21603, 21606, 21659, 21660, 21703];

/** https://www.twilio.com/docs/messaging/api/message-resource */
export const twilioSms: SmsApi = {
  createRequest: (message, { user, secret, from }) => ({
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString("base64")}`,
    },
    body: new URLSearchParams({
      To: `+1${message.to}`,
      [/^MG[0-9a-f]{32}$/.test(from) ? "MessagingServiceSid" : "From"]: from,
      Body: message.text,
    }).toString(),
  }),

  readResponse: ({ status, body }) => {
    if (isSuccess(status)) return accepted(success.safeParse(body).data?.sid);
    const code = failure.safeParse(body).data?.code;
    const delivery = deliveryOfStatus(status, code);
    return delivery.kind === "refused" && senderCodes.includes(code) ? { ...delivery, kind: "later" } : delivery;
  },
};
