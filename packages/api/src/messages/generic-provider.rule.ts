import { undeliveredReasons } from "@vestibule/catalogue/notification.table.ts";
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { z } from "zod";
import type { ProviderApi, ReceiptPost } from "./provider-api.port.ts";
import { accepted, deliveryOfStatus, isSuccess } from "./provider-response.rule.ts";

const success = z.object({ id: z.unknown() });
const receipt = z.object({
  id: z.string(),
  status: z.enum(["delivered", "undelivered"]),
  reason: z.enum(undeliveredReasons).catch("other"),
});

/** The requests that docs/connect/sms.md and docs/connect/voice.md describe. */
export const genericProvider: ProviderApi = {
  createRequest: (message, { user }) => ({
    headers: {
      "content-type": "application/json",
      "idempotency-key": message.id,
      ...(user !== "" && { authorization: `Bearer ${user}` }),
    },
    body: JSON.stringify({
      id: message.id,
      to: `+1${message.to}`,
      text: message.text,
      brand: message.brandId,
      language: message.language,
    }),
  }),

  readResponse: ({ status, body }) => {
    // A success response counts as accepted even when its body is invalid.
    if (isSuccess(status)) return accepted(success.safeParse(body).data?.id);
    // The provider already accepted this id: its response to an earlier request was lost.
    return status === 409 ? accepted(null) : deliveryOfStatus(status);
  },

  readReceipts: (post, secret) => {
    const body = verifiedBody(post, secret);
    if (body === undefined) return undefined;
    const { data } = receipt.safeParse(body);
    if (data === undefined) return [];
    const { id, status, reason } = data;
    return [status === "delivered" ? { id, kind: status } : { id, kind: status, reason }];
  },
};

/** Undefined where the signature by the Standard Webhooks specification is wrong or older than five minutes. */
function verifiedBody({ headers, body }: ReceiptPost, secret: string): unknown {
  try {
    return new Webhook(secret).verify(body, Object.fromEntries(headers));
  } catch (fault) {
    if (fault instanceof WebhookVerificationError) return undefined;
    // Signed, and not JSON.
    if (fault instanceof SyntaxError) return null;
    throw fault;
  }
}
