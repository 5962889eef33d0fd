import { parseJson } from "@vestibule/contract/api.client.ts";
import { z } from "zod";
import type { Delivery } from "./message-provider.port.ts";
import type { ProviderAccount, ProviderResponse, Receipt, ReceiptPost } from "./provider-api.port.ts";
import { accepted, deliveryOfStatus, isSuccess } from "./provider-response.rule.ts";
import { hasPassword, type ReasonCodes, receiptOf } from "./receipt.rule.ts";

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

const finalGroups = ["DELIVERED", "UNDELIVERABLE", "EXPIRED", "REJECTED"];
const reports = z.object({
  results: z.array(
    z.object({
      messageId: z.string(),
      status: z.object({ groupName: z.string() }),
      error: z.object({ name: z.string() }).optional(),
    }),
  ),
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

export function infobipHeaders({ user }: ProviderAccount) {
  return { "content-type": "application/json", accept: "application/json", authorization: `App ${user}` };
}

/** The response to one text message or call, which is of HTTP status 200 where it was rejected too. */
export function readInfobipResponse({ status, body }: ProviderResponse): Delivery {
  if (!isSuccess(status)) return deliveryOfStatus(status);
  const message = result.safeParse(body).data?.messages[0];
  if (message === undefined) return { kind: "later", fault: "unreadable" };
  const { groupName, name } = message.status;
  // The response to an earlier request with this id was lost.
  if (name === "REJECTED_DUPLICATE_MESSAGE_ID") return accepted(message.messageId);
  if (groupName !== "REJECTED" && groupName !== "UNDELIVERABLE") return accepted(message.messageId);
  return { kind: refusedNames.includes(name) ? "refused" : "later", fault: `infobip ${name}` };
}

/** Reports are not signed: `secret` is the password of the webhook's Basic authentication. */
export function readInfobipReports(
  post: ReceiptPost,
  { secret, reasons }: { secret: string; reasons: ReasonCodes },
): Receipt[] | undefined {
  if (!hasPassword(post, secret)) return undefined;
  const results = reports.safeParse(parseJson(post.body)).data?.results ?? [];
  return results
    .filter(({ status }) => finalGroups.includes(status.groupName))
    .map(({ messageId, status, error }) =>
      receiptOf(messageId, { isDelivered: status.groupName === "DELIVERED", code: error?.name ?? "", reasons }),
    );
}
