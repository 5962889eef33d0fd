import { refusedCertificate } from "../platform/certificate-fault.rule.ts";
import { inSpan, traceHeaders } from "../platform/tracing.adapter.ts";
import {
  type Delivery,
  deliveryLimitMilliseconds,
  type MessageProvider,
  type OutgoingMessage,
} from "./message-provider.port.ts";
import type { ProviderApi } from "./provider-api.port.ts";

export interface HttpProviderSettings {
  /** Endpoint that messages are posted to, with the credentials: https://user:secret@host/path. */
  url: string;
  from?: string | undefined;
  limitMilliseconds?: number;
}

/** Hands over messages, one request each, in the form of the provider's API. `name` begins each fault. */
export function httpProvider(
  { name, api: { createRequest, readResponse } }: { name: "sms" | "voice"; api: ProviderApi },
  { url, from = "", limitMilliseconds = deliveryLimitMilliseconds }: HttpProviderSettings,
): MessageProvider {
  const endpoint = new URL(url);
  const account = {
    user: decodeURIComponent(endpoint.username),
    secret: decodeURIComponent(endpoint.password),
    from,
  };
  endpoint.username = "";
  endpoint.password = "";
  const attributes = { "http.request.method": "POST", "server.address": endpoint.hostname };
  const span = { name: "POST", role: "client", attributes } as const;
  const post = (message: OutgoingMessage): Promise<Delivery> =>
    inSpan(span, async () => {
      const { headers, body } = createRequest(message, account);
      const response = await fetch(endpoint, {
        method: "POST",
        headers: { ...headers, ...traceHeaders() },
        body,
        redirect: "error",
        signal: AbortSignal.timeout(limitMilliseconds),
      });
      return readResponse({ status: response.status, body: await response.json().catch(() => undefined) });
    });
  return {
    deliver: async (message) => {
      const delivery = await post(message).catch(describeFailure);
      return delivery.kind === "accepted" ? delivery : { ...delivery, fault: `${name} ${delivery.fault}` };
    },
  };
}

function describeFailure(failure: unknown): Delivery {
  const certificate = refusedCertificate(failure);
  if (certificate !== undefined) return { kind: "later", fault: `certificate ${certificate}` };
  const isSlow = failure instanceof Error && failure.name === "TimeoutError";
  return { kind: "later", fault: isSlow ? "slow" : "away" };
}
