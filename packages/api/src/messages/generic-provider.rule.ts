import { z } from "zod";
import type { ProviderApi } from "./provider-api.port.ts";
import { accepted, deliveryOfStatus, isSuccess } from "./provider-response.rule.ts";

const success = z.object({ id: z.unknown() });

/** The request that docs/connect/sms.md and docs/connect/voice.md describe. */
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
};
