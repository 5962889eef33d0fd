import { parseJson } from "@vestibule/contract/api.client.ts";
import { readEmailOnFile } from "@vestibule/contract/fields/email.rule.ts";
import { tlsFault } from "../platform/certificate-fault.rule.ts";
import { readTextAtMost } from "../platform/read-text.adapter.ts";
import { inSpan, traceHeaders } from "../platform/tracing.adapter.ts";
import {
  type Delivery,
  deliveryLimitMilliseconds,
  type MessageProvider,
  type OutgoingMessage,
} from "./message-provider.port.ts";
import { findProviderApi, type ProviderChannel, type ProviderName } from "./provider-apis.rule.ts";

export interface HttpProviderSettings<C extends ProviderChannel = ProviderChannel> {
  api: ProviderName<C>;
  /** Endpoint that messages are posted to, with the credentials: https://user:secret@host/path. */
  url: string;
  from?: string | undefined;
  /** Proves the provider's receipts; without it none are accepted. */
  receiptSecret?: string | undefined;
  limitMilliseconds?: number;
}

/** Providers answer a message with a few hundred characters. */
const largestBody = 64 * 1024;

/** Hands over messages, one request each, in the form of the provider's API. The channel begins each fault. */
export function httpProvider<C extends ProviderChannel>(
  channel: C,
  { api, url, from = "", receiptSecret, limitMilliseconds = deliveryLimitMilliseconds }: HttpProviderSettings<C>,
): MessageProvider {
  const provider = findProviderApi(channel, api);
  if (provider === undefined) throw new Error(`no provider ${api} of ${channel}`);
  const endpoint = new URL(url);
  const credentials = {
    user: decodeURIComponent(endpoint.username),
    secret: decodeURIComponent(endpoint.password),
  };
  endpoint.username = "";
  endpoint.password = "";
  const attributes = { "http.request.method": "POST", "server.address": endpoint.hostname };
  const span = { name: "POST", role: "client", attributes } as const;
  const receiptUrlOf = ({ origin }: OutgoingMessage) =>
    receiptSecret && origin ? `${origin}/api/receipts/${channel}/${api}` : undefined;
  const post = (message: OutgoingMessage): Promise<Delivery> =>
    inSpan(span, async () => {
      const account = { endpoint, ...credentials, from, receiptUrl: receiptUrlOf(message) };
      const { headers, body } = await provider.createRequest(message, account);
      const response = await fetch(endpoint, {
        method: "POST",
        headers: { ...headers, ...traceHeaders() },
        body,
        redirect: "error",
        signal: AbortSignal.timeout(limitMilliseconds),
      });
      const text = await readTextAtMost(response, largestBody).catch(() => undefined);
      return provider.readResponse({ status: response.status, body: text === undefined ? undefined : parseJson(text) });
    });
  return {
    deliver: async (message) => {
      // Providers of email read several addresses in one text.
      if (channel === "email" && readEmailOnFile(message.to) === undefined) return { kind: "refused", fault: "email" };
      const delivery = await post(message).catch(describeFailure);
      return delivery.kind === "accepted" ? delivery : { ...delivery, fault: `${channel} ${delivery.fault}` };
    },
  };
}

function describeFailure(failure: unknown): Delivery {
  const failed = tlsFault(failure);
  if (failed !== undefined) return { kind: "later", fault: `${failed.what} ${failed.code}` };
  const isSlow = failure instanceof Error && failure.name === "TimeoutError";
  return { kind: "later", fault: isSlow ? "slow" : "away" };
}
