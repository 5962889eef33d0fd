import { parseJson } from "@vestibule/contract/api.client.ts";
import MailComposer from "nodemailer/lib/mail-composer/index.js";
import { z } from "zod";
import { signForAws } from "./aws-signature.adapter.ts";
import { mailEnvelope } from "./mail-envelope.rule.ts";
import type { ProviderApi } from "./provider-api.port.ts";
import { accepted, deliveryOfStatus, isSuccess } from "./provider-response.rule.ts";
import { type ReasonCodes, receiptOf } from "./receipt.rule.ts";
import { openSnsPost } from "./sns.adapter.ts";

const success = z.object({ MessageId: z.string() });

/** A notification of an identity has `notificationType`, an event of a configuration set `eventType`. */
const notification = z.object({
  notificationType: z.string().optional(),
  eventType: z.string().optional(),
  mail: z.object({ messageId: z.string() }),
  bounce: z.object({ bounceType: z.string(), bounceSubType: z.string() }).optional(),
});

/** https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html#bounce-types */
const undeliveredCodes: ReasonCodes = {
  unknownEmail: ["Permanent General", "Permanent NoEmail"],
  mailboxFull: ["Transient MailboxFull"],
  blocked: ["Complaint", "Permanent Suppressed", "Permanent OnAccountSuppressionList"],
};

/** https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html */
export const sesEmail: ProviderApi = {
  createRequest: async (message, account) => {
    const mime = await new MailComposer(mailEnvelope(message)).compile().build();
    const body = JSON.stringify({
      FromEmailAddress: message.from.address,
      Destination: { ToAddresses: [message.to] },
      Content: { Raw: { Data: mime.toString("base64") } },
    });
    return signForAws({ headers: { "content-type": "application/json" }, body }, { service: "ses", account });
  },

  readResponse: ({ status, body }) => {
    if (isSuccess(status)) return accepted(success.safeParse(body).data?.MessageId);
    // Only valid addresses are sent, so that a refusal is about the sender, the account or its limits.
    return { kind: "later", fault: deliveryOfStatus(status).fault };
  },

  /** `secret` is the ARN of the topic that SES publishes to. */
  readReceipts: async (post, topicArn) => {
    const opened = await openSnsPost(post, topicArn);
    if (opened === undefined) return undefined;
    const { data } = notification.safeParse(parseJson(opened.message));
    const kind = data?.eventType ?? data?.notificationType;
    if (data === undefined || kind === undefined || !["Delivery", "Bounce", "Complaint"].includes(kind)) return [];
    const code = kind === "Bounce" ? `${data.bounce?.bounceType} ${data.bounce?.bounceSubType}` : kind;
    return [receiptOf(data.mail.messageId, { isDelivered: kind === "Delivery", code, reasons: undeliveredCodes })];
  },
};
