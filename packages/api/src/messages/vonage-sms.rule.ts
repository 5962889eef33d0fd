import { parseJson } from "@vestibule/contract/api.client.ts";
import { z } from "zod";
import { isSameText } from "../platform/same-text.rule.ts";
import type { ProviderApi, ReceiptPost } from "./provider-api.port.ts";
import { accepted, basicAuthorization, deliveryOfStatus, isSuccess } from "./provider-response.rule.ts";
import { hmac, type ReasonCodes, receiptOf } from "./receipt.rule.ts";

const result = z.object({
  messages: z.array(z.object({ status: z.string().regex(/^\d{1,3}$/), "message-id": z.string().optional() })).min(1),
});

/**
 * Statuses about the recipient's number or the text: an unknown prefix (6), barred (7), too long (12), deactivated (33).
 * Any other, such as 3 for an invalid parameter, may be about the sender, which the operator can mend.
 */
const refusedStatuses = ["6", "7", "12", "33"];

/**
 * 3: the number is no longer active. 9, "illegal number": the person refuses messages of the service.
 * https://developer.vonage.com/en/messaging/sms/guides/delivery-receipts
 */
const undeliveredCodes: ReasonCodes = {
  unknownNumber: ["3"],
  unreachable: ["2", "7", "11", "12"],
  blocked: ["4", "6", "9", "13", "14"],
};
const receipt = z.object({ messageId: z.string(), status: z.string(), "err-code": z.string().catch("") });
const fields = z.record(z.string(), z.string());

/** https://developer.vonage.com/en/api/sms. A response of HTTP status 200 has a status for each part of the message. */
export const vonageSms: ProviderApi = {
  createRequest: (message, account) => ({
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      authorization: basicAuthorization(account),
    },
    body: new URLSearchParams({
      from: account.from,
      to: `1${message.to}`,
      text: message.text,
      "client-ref": message.id,
    }).toString(),
  }),

  readResponse: ({ status, body }) => {
    if (!isSuccess(status)) return deliveryOfStatus(status);
    const parts = result.safeParse(body).data?.messages;
    if (parts === undefined) return { kind: "later", fault: "unreadable" };
    const failed = parts.find((part) => part.status !== "0");
    if (failed === undefined) return accepted(parts[0]?.["message-id"]);
    const kind = refusedStatuses.includes(failed.status) ? "refused" : "later";
    return { kind, fault: `vonage ${failed.status}` };
  },

  /** Signed by SHA-256 HMAC: https://developer.vonage.com/en/getting-started/concepts/signing-messages */
  readReceipts: (post, secret) => {
    const { sig = "", ...given } = fieldsOf(post);
    if (!isSameText(sig.toLowerCase(), hmac("sha256", { secret, text: signedText(given) }).toString("hex")))
      return undefined;
    const { data } = receipt.safeParse(given);
    const isDelivered = data?.status === "delivered";
    if (data === undefined || !(isDelivered || ["failed", "rejected", "expired"].includes(data.status))) return [];
    return [receiptOf(data.messageId, { isDelivered, code: data["err-code"], reasons: undeliveredCodes })];
  },
};

/** A receipt is a form or JSON, as the account's settings say. */
function fieldsOf({ headers, body }: ReceiptPost): Record<string, string> {
  const isJson = headers.get("content-type")?.startsWith("application/json") ?? false;
  const given = isJson ? parseJson(body) : Object.fromEntries(new URLSearchParams(body));
  return fields.safeParse(given).data ?? {};
}

/** The fields by name, with `&` and `=` in their values replaced. */
function signedText(given: Readonly<Record<string, string>>): string {
  const names = Object.keys(given).toSorted();
  return names.map((name) => `&${name}=${given[name]?.replaceAll(/[&=]/g, "_")}`).join("");
}
