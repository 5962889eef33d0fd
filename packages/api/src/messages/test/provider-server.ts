import { createHash, createHmac } from "node:crypto";
import { afterEach } from "vitest";
import { loopbackServer, type ReceivedRequest } from "../../../../../test/loopback-server.ts";
import { httpProvider } from "../http-provider.adapter.ts";
import type { Delivery, OutgoingMessage } from "../message-provider.port.ts";
import type { ProviderChannel, ProviderName } from "../provider-apis.rule.ts";

export const later = (fault: string): Delivery => ({ kind: "later", fault });
export const refusedDelivery = (fault: string): Delivery => ({ kind: "refused", fault });
export const acceptedDelivery = (providerMessageId: string | null): Delivery => ({
  kind: "accepted",
  providerMessageId,
});

export interface ProviderCase<C extends ProviderChannel> {
  channel: C;
  api: ProviderName<C>;
  message: OutgoingMessage;
  path: string;
  /** As in a URL, before the host. */
  credentials: string;
  from?: string;
  receiptSecret?: string;
}

/** Starts a server that answers each message the same; without an answer it stays silent. */
export async function startProvider<C extends ProviderChannel>(
  { channel, api, message, path, credentials, from, receiptSecret }: ProviderCase<C>,
  answer?: readonly [status: number, body: unknown],
) {
  const server = await loopbackServer((_request, response) => {
    if (answer === undefined) return;
    const [status, body] = answer;
    response.writeHead(status).end(typeof body === "string" ? body : JSON.stringify(body));
  });
  afterEach(server.close);
  const url = `http://${credentials}@127.0.0.1:${server.port}${path}`;
  const limitMilliseconds = answer ? 25_000 : 500;
  const provider = httpProvider(channel, { api, url, from, receiptSecret, limitMilliseconds });
  return { deliver: () => provider.deliver(message), received: server.received, close: server.close };
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

/**
 * The signature that AWS would compute of a request: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html
 */
export function awsSignatureOf({ method, url, headers, body }: ReceivedRequest, secretKey: string): string {
  const authorization = headers.authorization ?? "";
  const [, scope = ""] = /Credential=[^/]+\/([^,]+)/.exec(authorization) ?? [];
  const [, signedHeaders = ""] = /SignedHeaders=([^,]+)/.exec(authorization) ?? [];
  const lines = signedHeaders.split(";").map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const request = [method, url, "", lines.join(""), signedHeaders, sha256(body)].join("\n");
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, sha256(request)].join("\n");
  const key = scope.split("/").reduce<string | Buffer>(hmac, `AWS4${secretKey}`);
  return hmac(key, text).toString("hex");
}
