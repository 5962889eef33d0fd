import { z } from "zod";
import type { ProviderApi } from "./provider-api.port.ts";
import { accepted, basicAuthorization, deliveryOfStatus, isSuccess } from "./provider-response.rule.ts";

const result = z.object({
  messages: z.array(z.object({ status: z.string().regex(/^\d{1,3}$/), "message-id": z.string().optional() })).min(1),
});

/**
 * Statuses about the recipient's number or the text: an unknown prefix (6), barred (7), too long (12), deactivated (33).
 * Any other, such as 3 for an invalid parameter, may be about the sender, which the operator can mend.
 */
const refusedStatuses = ["6", "7", "12", "33"];

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
};
