import { priorities } from "@vestibule/catalogue/notification.table.ts";
import { readEmailOnFile } from "@vestibule/contract/fields/email.rule.ts";
import nodemailer from "nodemailer";
import { tlsFault } from "../platform/certificate-fault.rule.ts";
import { hostReach } from "../platform/host-reach.rule.ts";
import { inSpan, traceHeaders } from "../platform/tracing.adapter.ts";
import { mailEnvelope, mailHeaders } from "./mail-envelope.rule.ts";
import { type Delivery, deliveryLimitMilliseconds, faultCode, type MessageProvider } from "./message-provider.port.ts";

export interface SmtpSettings {
  /** smtp://user:password@host:587 or smtps://…:465 */
  url: string;
  /** Limit for one delivery, from connection to response; default 10 s. */
  limitMilliseconds?: number;
}

/** As many connections as messages that one server sends concurrently, so that none waits for a connection. */
const maxConnections = priorities.code.concurrency + priorities.notice.concurrency;

/** Sends e-mail by SMTP, one recipient per message, over pooled connections. An attempt ends at the limit. */
export function smtpProvider({ url, limitMilliseconds = deliveryLimitMilliseconds }: SmtpSettings): MessageProvider {
  const transport = openTransport(url, limitMilliseconds);
  const span = { name: "SMTP", role: "client", attributes: { "server.address": new URL(url).hostname } } as const;
  return {
    deliver: async (message) => {
      // Only valid e-mails reach the parsers of the mail library.
      if (readEmailOnFile(message.to) === undefined) return { kind: "refused", fault: "email" };
      try {
        const signal = AbortSignal.timeout(limitMilliseconds);
        const sent = await inSpan(span, () => {
          const headers = { ...mailHeaders(message), ...traceHeaders() };
          return transport.sendMail({ ...mailEnvelope(message), headers, signal });
        });
        return { kind: "accepted", providerMessageId: providerIdIn(sent.response) };
      } catch (fault) {
        return deliveryFault(fault);
      }
    },
    close: () => transport.close(),
  };
}

/** Connects and logs in as for a message, and sends none. Throws an error with a `code` such as "smtp-535". */
export async function checkSmtp({ url, limitMilliseconds = deliveryLimitMilliseconds }: SmtpSettings): Promise<void> {
  // Otherwise the library logs in only where the server offers it.
  const transport = openTransport(url, limitMilliseconds, { forceAuth: new URL(url).username !== "" });
  try {
    await transport.verify();
  } catch (fault) {
    const code = faultCode(deliveryFault(fault));
    throw Object.assign(new Error("the mail server cannot be used", { cause: fault }), { code });
  } finally {
    transport.close();
  }
}

function openTransport(url: string, limitMilliseconds: number, more: { forceAuth?: boolean } = {}) {
  return nodemailer.createTransport({
    ...more,
    url,
    pool: true,
    maxConnections,
    maxMessages: 100,
    // Otherwise the library resends a message when a connection closes before the response.
    maxRequeues: 0,
    requireTLS: needsTls(new URL(url)),
    dnsTimeout: limitMilliseconds,
    connectionTimeout: limitMilliseconds,
    greetingTimeout: limitMilliseconds,
    socketTimeout: limitMilliseconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** TLS is required for public hosts, and for private ones when a password is sent. */
function needsTls({ hostname, password }: URL): boolean {
  const reach = hostReach(hostname);
  return reach === "public" || (reach === "private" && password !== "");
}

/** The queue id in a response such as "250 2.0.0 OK queued as ABC123". */
function providerIdIn(response: string | undefined): string | null {
  return /(?:queued as|\bid[=:]?|\bOK:?(?! queued as))\s+<?([\w.@+-]{4,120})/i.exec(response ?? "")?.[1] ?? null;
}

/**
 * Classifies a delivery error: a permanent error about the recipient or message refuses it; errors of connection, login,
 * sender or a temporary kind are retried. Only the code is stored, because the server's text may contain the e-mail.
 */
function deliveryFault(fault: unknown): Exclude<Delivery, { kind: "accepted" }> {
  const { code, responseCode, command } = fault as { code?: string; responseCode?: number; command?: string };
  const failed = tlsFault(fault);
  if (failed !== undefined) return { kind: "later", fault: `smtp ${failed.what} ${failed.code}` };
  if (responseCode === undefined) return { kind: "later", fault: `smtp ${code ?? "fault"}` };
  // The sender is the same for every message of a brand, so its rejection is a configuration error.
  const isAboutMessage = (code === "EENVELOPE" && command !== "MAIL FROM") || code === "EMESSAGE";
  // 503 concerns the command sequence, not the message.
  const isPermanent = responseCode >= 500 && responseCode !== 503 && isAboutMessage;
  return { kind: isPermanent ? "refused" : "later", fault: `smtp ${responseCode}` };
}
