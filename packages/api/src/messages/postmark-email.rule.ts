import { parseJson } from "@vestibule/contract/api.client.ts";
import { z } from "zod";
import { mailHeaders, oneLine } from "./mail-envelope.rule.ts";
import type { OutgoingMessage } from "./message-provider.port.ts";
import type { ProviderApi } from "./provider-api.port.ts";
import { accepted, deliveryOfStatus, isSuccess } from "./provider-response.rule.ts";
import { hasPassword, type ReasonCodes, receiptOf } from "./receipt.rule.ts";

const success = z.object({ MessageID: z.string() });
const failure = z.object({ ErrorCode: z.number().int() });
const report = z.object({ RecordType: z.string(), MessageID: z.string(), Type: z.string().catch("") });

/** The recipient is inactive: it bounced or complained before. */
const inactiveRecipient = 406;

/** https://postmarkapp.com/developer/api/bounce-api#bounce-types; types that Postmark tries again are missing. */
const finalBounces: ReasonCodes = {
  unknownEmail: ["HardBounce", "BadEmailAddress"],
  mailboxFull: ["SoftBounce", "Undeliverable"],
  blocked: ["SpamNotification", "SpamComplaint", "ManuallyDeactivated", "Blocked", "DMARCPolicy"],
  other: ["DnsError", "Unknown", "VirusNotification", "TemplateRenderingFailed"],
};
const finalTypes = Object.values(finalBounces).flat();

/** https://postmarkapp.com/developer/api/email-api */
export const postmarkEmail: ProviderApi = {
  createRequest: (message, { user }) => ({
    headers: { "content-type": "application/json", accept: "application/json", "x-postmark-server-token": user },
    body: JSON.stringify(emailOf(message)),
  }),

  readResponse: ({ status, body }) => {
    if (isSuccess(status)) return accepted(success.safeParse(body).data?.MessageID);
    const code = failure.safeParse(body).data?.ErrorCode;
    if (code === undefined) return deliveryOfStatus(status);
    // Any other code may be about the sender, the server's token or its credit, which the operator can mend.
    return { kind: code === inactiveRecipient ? "refused" : "later", fault: `${status} ${code}` };
  },

  /** Webhooks are not signed: `secret` is the password in the webhook's URL. */
  readReceipts: (post, secret) => {
    if (!hasPassword(post, secret)) return undefined;
    const { data } = report.safeParse(parseJson(post.body));
    if (data === undefined) return [];
    const { RecordType, MessageID, Type } = data;
    if (RecordType === "Delivery") return [{ id: MessageID, kind: "delivered" }];
    const isFinal = RecordType === "SpamComplaint" || (RecordType === "Bounce" && finalTypes.includes(Type));
    const code = RecordType === "SpamComplaint" ? "SpamComplaint" : Type;
    return isFinal ? [receiptOf(MessageID, { isDelivered: false, code, reasons: finalBounces })] : [];
  },
};

function emailOf(message: OutgoingMessage) {
  const { from, to, subject, text, html, image } = message;
  return {
    From: `"${oneLine(from.name).replace(/["\\]/g, "")}" <${from.address}>`,
    To: to,
    Subject: oneLine(subject ?? ""),
    TextBody: text,
    ...(html !== null && { HtmlBody: html }),
    Headers: Object.entries(mailHeaders(message)).map(([Name, Value]) => ({ Name, Value })),
    MessageStream: "outbound",
    ...(image && {
      Attachments: [
        {
          Name: "wordmark.png",
          Content: Buffer.from(image.png).toString("base64"),
          ContentType: "image/png",
          ContentID: `cid:${image.contentId}`,
        },
      ],
    }),
  };
}
