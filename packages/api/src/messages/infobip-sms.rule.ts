import { z } from "zod";
import type { ProviderApi } from "./provider-api.port.ts";
import { accepted, deliveryOfStatus, isSuccess } from "./provider-response.rule.ts";

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

/** Rejections of the recipient's number or the text. The operator or time can mend any other, such as of the sender. */
const refusedNames = [
  "REJECTED_PREFIX_MISSING",
  "REJECTED_DND",
  "REJECTED_DESTINATION",
  "REJECTED_DESTINATION_BLOCKLISTED",
  "REJECTED_MESSAGE_TOO_LONG",
  "UNDELIVERABLE_NOT_DELIVERED",
];

/** https://www.infobip.com/docs/api/channels/sms. A response of HTTP status 200 may hold a rejected message. */
export const infobipSms: ProviderApi = {
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
    if (message === undefined) return { kind: "later", fault: "unreadable" };
    const { groupName, name } = message.status;
    // The response to an earlier request with this id was lost.
    if (name === "REJECTED_DUPLICATE_MESSAGE_ID") return accepted(message.messageId);
    if (groupName !== "REJECTED" && groupName !== "UNDELIVERABLE") return accepted(message.messageId);
    return { kind: refusedNames.includes(name) ? "refused" : "later", fault: `infobip ${name}` };
  },
};
