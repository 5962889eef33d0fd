import { refusedCertificate } from "../platform/certificate-fault.rule.ts";
import { inSpan, traceHeaders } from "../platform/tracing.adapter.ts";
import { deliveryLimitMilliseconds, type MessageProvider } from "./message-provider.port.ts";
import { type SmsApiName, smsApis } from "./sms-apis.rule.ts";

export interface HttpSmsSettings {
  api: SmsApiName;
  /** Endpoint that messages are posted to, with the credentials: https://user:secret@host/path. */
  url: string;
  from?: string | undefined;
  limitMilliseconds?: number;
}

/** Sends text messages, one request each, in the form of the provider's API. */
export function httpSmsProvider({
  api,
  url,
  from = "",
  limitMilliseconds = deliveryLimitMilliseconds,
}: HttpSmsSettings): MessageProvider {
  const endpoint = new URL(url);
  const account = {
    user: decodeURIComponent(endpoint.username),
    secret: decodeURIComponent(endpoint.password),
    from,
  };
  endpoint.username = "";
  endpoint.password = "";
  const { createRequest, readResponse } = smsApis[api];
  const attributes = { "http.request.method": "POST", "server.address": endpoint.hostname };
  const span = { name: "POST", role: "client", attributes } as const;
  return {
    deliver: async (message) => {
      try {
        return await inSpan(span, async () => {
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
      } catch (fault) {
        const certificate = refusedCertificate(fault);
        if (certificate !== undefined) return { kind: "later", fault: `sms certificate ${certificate}` };
        const isSlow = fault instanceof Error && fault.name === "TimeoutError";
        return { kind: "later", fault: isSlow ? "sms slow" : "sms away" };
      }
    },
  };
}
