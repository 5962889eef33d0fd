import { z } from "zod";
import type { SmsApi } from "./sms-api.port.ts";
import { accepted, deliveryOfStatus, isSuccess } from "./sms-delivery.rule.ts";

const result = z.object({
  messages: z.array(z.object({ status: z.string().regex(/^\d{1,3}$/), "message-id": z.string().optional() })).min(1),
});

/** Statuses about this message or its number: invalid parameters, an unknown prefix, a barred number. */
const refusedStatuses = ["3", "6", "7"];

/** https://developer.vonage.com/en/api/sms. A response of HTTP status 200 has a status for each part of the message. */
export const vonageSms: SmsApi = {
  createRequest: (message, { user, secret, from }) => ({
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      api_key: user,
      api_secret: secret,
      from,
      to: `1${message.to}`,
      text: message.text,
      "client-ref": message.id,
    }).toString(),
  }),

  readResponse: ({ status, body }) => {
    if (!isSuccess(status)) return deliveryOfStatus(status);
    const parts = result.safeParse(body).data?.messages;
    if (parts === undefined) return { kind: "later", fault: "sms unreadable" };
    const failed = parts.find((part) => part.status !== "0");
    if (failed === undefined) return accepted(parts[0]?.["message-id"]);
    const kind = refusedStatuses.includes(failed.status) ? "refused" : "later";
    return { kind, fault: `sms vonage ${failed.status}` };
  },
};
