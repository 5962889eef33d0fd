import { parseJson } from "@vestibule/contract/api.client.ts";
import { z } from "zod";
import { signForAws } from "./aws-signature.adapter.ts";
import type { ProviderApi } from "./provider-api.port.ts";
import { accepted, deliveryOfStatus, isSuccess } from "./provider-response.rule.ts";
import { type ReasonCodes, receiptOf } from "./receipt.rule.ts";
import { openSnsPost } from "./sns.adapter.ts";

const success = z.object({ MessageId: z.string() });
const failure = z.object({ Reason: z.string().regex(/^[A-Z_]{1,64}$/) });
const event = z.object({ eventType: z.string(), messageId: z.string(), isFinal: z.boolean() });

/** The person answered STOP. Any other reason, such as of the sender or a quota, the operator or time mends. */
const optedOut = "DESTINATION_PHONE_NUMBER_OPTED_OUT";

/** https://docs.aws.amazon.com/sms-voice/latest/userguide/configuration-sets-event-types.html */
const undeliveredCodes: ReasonCodes = {
  unknownNumber: ["TEXT_INVALID"],
  unreachable: ["TEXT_UNREACHABLE", "TEXT_CARRIER_UNREACHABLE", "TEXT_TTL_EXPIRED"],
  blocked: ["TEXT_BLOCKED", "TEXT_CARRIER_BLOCKED", "TEXT_SPAM", "TEXT_PROTECT_BLOCKED"],
};
/** Carriers of some countries report only that they took the message. */
const deliveredTypes = ["TEXT_DELIVERED", "TEXT_SUCCESSFUL"];

/**
 * Where receipts are accepted, the events of each message go to the configuration set of this name:
 * https://docs.aws.amazon.com/pinpoint/latest/apireference_smsvoicev2/API_SendTextMessage.html
 */
const configurationSet = "vestibule";

/** AWS End User Messaging, which also carries the text messages of SNS. */
export const awsSms: ProviderApi = {
  createRequest: (message, account) => {
    const headers = {
      "content-type": "application/x-amz-json-1.0",
      "x-amz-target": "PinpointSMSVoiceV2.SendTextMessage",
    };
    const body = JSON.stringify({
      DestinationPhoneNumber: `+1${message.to}`,
      OriginationIdentity: account.from,
      MessageBody: message.text,
      MessageType: "TRANSACTIONAL",
      ...(account.receiptUrl !== undefined && { ConfigurationSetName: configurationSet }),
    });
    return signForAws({ headers, body }, { service: "sms-voice", account });
  },

  readResponse: ({ status, body }) => {
    if (isSuccess(status)) return accepted(success.safeParse(body).data?.MessageId);
    const reason = failure.safeParse(body).data?.Reason;
    const { fault } = deliveryOfStatus(status);
    if (reason === undefined) return { kind: "later", fault };
    return { kind: reason === optedOut ? "refused" : "later", fault: `${fault} ${reason}` };
  },

  /** `secret` is the ARN of the topic that the configuration set publishes to. */
  readReceipts: async (post, topicArn) => {
    const opened = await openSnsPost(post, topicArn);
    if (opened === undefined) return undefined;
    const { data } = event.safeParse(parseJson(opened.message));
    if (!data?.isFinal || !data.eventType.startsWith("TEXT_")) return [];
    const { eventType: code, messageId } = data;
    return [receiptOf(messageId, { isDelivered: deliveredTypes.includes(code), code, reasons: undeliveredCodes })];
  },
};
