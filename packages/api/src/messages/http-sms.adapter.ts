import { refusedCertificate } from "../platform/certificate-fault.rule.ts";
import { readBase } from "../platform/http-client.adapter.ts";
import { inSpan, traceHeaders } from "../platform/tracing.adapter.ts";
import {
  type Delivery,
  deliveryLimitMilliseconds,
  type MessageProvider,
  type OutgoingMessage,
} from "./message-provider.port.ts";

export interface HttpSmsSettings {
  /** Endpoint that messages are posted to. The user part of https://token@host/path becomes the bearer token. */
  url: string;
  limitMilliseconds?: number;
}

/** Sends text messages, one JSON request each; docs/connect/sms.md describes it. */
export function httpSmsProvider({
  url,
  limitMilliseconds = deliveryLimitMilliseconds,
}: HttpSmsSettings): MessageProvider {
  const { base: endpoint, authorization } = readBase(url);
  const attributes = { "http.request.method": "POST", "server.address": endpoint.hostname };
  const span = { name: "POST", role: "client", attributes } as const;
  return {
    deliver: async (message) => {
      try {
        return await inSpan(span, async () => {
          const response = await fetch(endpoint, {
            method: "POST",
            headers: {
              "content-type": "application/json",
              "idempotency-key": message.id,
              ...traceHeaders(),
              ...authorization,
            },
            body: JSON.stringify(requestBody(message)),
            redirect: "error",
            signal: AbortSignal.timeout(limitMilliseconds),
          });
          return readResponse(response);
        });
      } catch (fault) {
        const certificate = refusedCertificate(fault);
        if (certificate !== undefined) return { kind: "later", fault: `sms certificate ${certificate}` };
        const isSlow = fault instanceof Error && fault.name === "TimeoutError";
        return { kind: "later", fault: isSlow ? "sms slow" : "sms away" };
      }
    },
  };
}

function requestBody(message: OutgoingMessage) {
  return {
    id: message.id,
    to: `+1${message.to}`,
    text: message.text,
    brand: message.brandId,
    language: message.language,
  };
}

async function readResponse(response: Response): Promise<Delivery> {
  if (response.ok) return { kind: "accepted", providerMessageId: await providerId(response) };
  await response.body?.cancel();
  // The provider already accepted this id: its response to an earlier request was lost.
  if (response.status === 409) return { kind: "accepted", providerMessageId: null };
  const fault = `sms ${response.status}`;
  // Rejected credentials, an unpaid account or a wrong URL are the operator's matter, not errors of this message.
  const isTemporary = response.status >= 500 || [401, 402, 403, 404, 408, 425, 429].includes(response.status);
  return { kind: isTemporary ? "later" : "refused", fault };
}

/** A success response counts as accepted even when its body is invalid. */
async function providerId(response: Response): Promise<string | null> {
  try {
    const { id } = (await response.json()) as { id?: unknown };
    return typeof id === "string" && /^[\w.:@+-]{1,128}$/.test(id) ? id : null;
  } catch {
    return null;
  }
}
