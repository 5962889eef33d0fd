import { z } from "zod";
import type { SmsApi } from "./sms-api.port.ts";
import { accepted, deliveryOfStatus, isSuccess } from "./sms-delivery.rule.ts";

const result = z.object({
  messages: z
    .array(
      z.object({
        messageId: z.string().optional(),
        status: z.object({ groupName: z.string(), name: z.string().regex(/^[A-Z_]{1,64}$/) }),
      }),
    )
    .length(1),
});

/** Rejections that the operator can mend or that pass: sender, credit, route, the provider's own error. */
const temporaryNames = [
  "REJECTED_NETWORK",
  "REJECTED_SOURCE",
  "REJECTED_SENDER",
  "REJECTED_NOT_ENOUGH_CREDITS",
  "REJECTED_PREPAID_PACKAGE_EXPIRED",
  "REJECTED_ROUTE_NOT_AVAILABLE",
  "REJECTED_FLOODING_FILTER",
  "REJECTED_SYSTEM_ERROR",
];

/** https://www.infobip.com/docs/api/channels/sms. A response of HTTP status 200 may hold a rejected message. */
export const infobipSms: SmsApi = {
  createRequest: (message, { user, from }) => ({
    headers: { "content-type": "application/json", accept: "application/json", authorization: `App ${user}` },
    body: JSON.stringify({
      messages: [
        {
          sender: from,
          destinations: [{ to: `1${message.to}`, messageId: message.id }],
          content: { text: message.text },
        },
      ],
    }),
  }),

  readResponse: ({ status, body }) => {
    if (!isSuccess(status)) return deliveryOfStatus(status);
    const message = result.safeParse(body).data?.messages[0];
    if (message === undefined) return { kind: "later", fault: "sms unreadable" };
    const { groupName, name } = message.status;
    // The response to an earlier request with this id was lost.
    if (name === "REJECTED_DUPLICATE_MESSAGE_ID") return accepted(message.messageId);
    if (groupName !== "REJECTED" && groupName !== "UNDELIVERABLE") return accepted(message.messageId);
    return { kind: temporaryNames.includes(name) ? "later" : "refused", fault: `sms infobip ${name}` };
  },
};
