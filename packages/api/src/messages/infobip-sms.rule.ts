import { z } from "zod";
import { isSameText } from "../platform/same-text.rule.ts";
import { accepted, deliveryOfStatus, isSuccess } from "./provider-response.rule.ts";
import type { SmsApi } from "./sms-api.port.ts";
import { parseJson, type ReasonCodes, receiptOf } from "./sms-receipt.rule.ts";

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

const undeliveredCodes: ReasonCodes = {
  unknownNumber: ["EC_UNKNOWN_SUBSCRIBER", "EC_UNIDENTIFIED_SUBSCRIBER", "EC_ILLEGAL_SUBSCRIBER"],
  unreachable: ["EC_ABSENT_SUBSCRIBER", "EC_ABSENT_SUBSCRIBER_SM"],
  blocked: ["EC_CALL_BARRED"],
};
const finalGroups = ["DELIVERED", "UNDELIVERABLE", "EXPIRED", "REJECTED"];
const receipts = z.object({
  results: z.array(
    z.object({
      messageId: z.string(),
      status: z.object({ groupName: z.string() }),
      error: z.object({ name: z.string() }).optional(),
    }),
  ),
});

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
    if (message === undefined) return { kind: "later", fault: "unreadable" };
    const { groupName, name } = message.status;
    // The response to an earlier request with this id was lost.
    if (name === "REJECTED_DUPLICATE_MESSAGE_ID") return accepted(message.messageId);
    if (groupName !== "REJECTED" && groupName !== "UNDELIVERABLE") return accepted(message.messageId);
    return { kind: refusedNames.includes(name) ? "refused" : "later", fault: `infobip ${name}` };
  },

  /** Reports are not signed: `secret` is the password of the webhook's Basic authentication. */
  readReceipts: ({ headers, body }, secret) => {
    const [, credentials = ""] = /^Basic (.+)$/.exec(headers.get("authorization") ?? "") ?? [];
    const password = Buffer.from(credentials, "base64")
      .toString()
      .replace(/^[^:]*:/, "");
    if (!isSameText(password, secret)) return undefined;
    const results = receipts.safeParse(parseJson(body)).data?.results ?? [];
    return results
      .filter(({ status }) => finalGroups.includes(status.groupName))
      .map(({ messageId, status, error }) =>
        receiptOf(messageId, {
          isDelivered: status.groupName === "DELIVERED",
          code: error?.name ?? "",
          reasons: undeliveredCodes,
        }),
      );
  },
};
