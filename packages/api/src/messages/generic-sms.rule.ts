import { undeliveredReasons } from "@vestibule/catalogue/notification.table.ts";
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { z } from "zod";
import { genericProvider } from "./generic-provider.rule.ts";
import type { ReceiptPost, SmsApi } from "./sms-api.port.ts";

const receipt = z.object({
  id: z.string(),
  status: z.enum(["delivered", "undelivered"]),
  reason: z.enum(undeliveredReasons).catch("other"),
});

/** The requests that docs/connect/sms.md describes. */
export const genericSms: SmsApi = {
  ...genericProvider,

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
