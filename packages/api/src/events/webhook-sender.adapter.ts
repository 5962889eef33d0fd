import type { lookup } from "node:dns";
import type { PortalEvent } from "@vestibule/contract/internal/event.schema.ts";
import type { Webhook } from "@vestibule/contract/internal/webhook.schema.ts";
import { Webhook as StandardWebhook } from "standardwebhooks";
import type { Agent } from "undici";
import { tlsReason } from "../platform/certificate-fault.rule.ts";
import { faultCode } from "../platform/fault-code.rule.ts";
import { inSpan, traceHeaders } from "../platform/tracing.adapter.ts";
import { publicLookup, refusePrivateLiteral } from "./public-address.adapter.ts";

/** Time for a receiver to respond. */
export const responseSeconds = 10;

/** `afterSeconds`: how long the receiver asks to wait. */
export type SendResult = { kind: "accepted" } | { kind: "failed"; fault: string; afterSeconds?: number };

export interface WebhookSender {
  /** Signs with the time `at`, which receivers compare with theirs. */
  send(event: PortalEvent, at: Date): Promise<SendResult>;
  close(): Promise<void>;
}

interface SenderOptions {
  /** Connections at a time. */
  connections: number;
  limitMilliseconds?: number;
  /** Resolves names; absent: as the machine does. */
  resolve?: typeof lookup;
}

/** Posts events to a webhook by the Standard Webhooks specification. Follows no redirect. */
export function webhookSender(webhook: Webhook, options: SenderOptions): WebhookSender {
  const { connections, limitMilliseconds = responseSeconds * 1000, resolve } = options;
  const url = new URL(webhook.url);
  const isGuarded = !webhook.allowPrivateAddress;
  const connect = { timeout: limitMilliseconds, ...(isGuarded && { lookup: publicLookup(resolve) }) };
  let agent: Agent | undefined;
  const signers = webhook.secrets.map((secret) => new StandardWebhook(secret));
  const attributes = { "http.request.method": "POST", "server.address": url.hostname };

  async function post(event: PortalEvent, at: Date): Promise<SendResult> {
    if (isGuarded) refusePrivateLiteral(url.hostname);
    // Loaded on first use, because only some servers call another system.
    const { Agent, request } = await import("undici");
    agent ??= new Agent({ connections, connect });
    const body = JSON.stringify(event);
    const signal = AbortSignal.timeout(limitMilliseconds);
    const response = await request(url, {
      method: "POST",
      dispatcher: agent,
      signal,
      headers: {
        "content-type": "application/json",
        "user-agent": "Vestibule",
        "webhook-id": event.id,
        "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
        "webhook-signature": signers.map((signer) => signer.sign(event.id, at, body)).join(" "),
        ...traceHeaders(),
      },
      body,
    });
    await response.body.dump({ limit: 16_384, signal }).catch(() => {});
    const { statusCode, headers } = response;
    if (statusCode >= 200 && statusCode < 300) return { kind: "accepted" };
    const afterSeconds = [429, 503].includes(statusCode) ? secondsUntil(headers["retry-after"], at) : undefined;
    return { kind: "failed", fault: `status-${statusCode}`, ...(afterSeconds && { afterSeconds }) };
  }

  return {
    send: (event, at) =>
      inSpan({ name: "POST", role: "client", attributes }, () => post(event, at)).catch((fault: unknown) => ({
        kind: "failed",
        fault: codeOf(fault),
      })),
    close: async () => agent?.destroy(),
  };
}

/** Reads `Retry-After`, which is a number of seconds or a date. */
function secondsUntil(retryAfter: unknown, now: Date): number | undefined {
  if (typeof retryAfter !== "string") return undefined;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  const seconds = Math.ceil((Date.parse(retryAfter) - now.getTime()) / 1000);
  return seconds > 0 ? seconds : undefined;
}

/** A code without the message, which contains a host. */
function codeOf(fault: unknown): string {
  const reason = tlsReason(fault);
  if (reason !== undefined) return reason;
  const code = faultCode(fault);
  const isLate = code === "UND_ERR_CONNECT_TIMEOUT" || (fault instanceof Error && fault.name === "TimeoutError");
  return isLate ? "late" : (code ?? "unavailable");
}
