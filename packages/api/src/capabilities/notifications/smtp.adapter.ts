import { priorities } from "@vestibule/catalogue/notification.table.ts";
import { checkEmail } from "@vestibule/contract/fields/email.rule.ts";
import nodemailer from "nodemailer";
import { hostReach } from "../../platform/host-reach.rule.ts";
import {
  type Delivery,
  deliveryLimitMilliseconds,
  type MessageProvider,
  type OutgoingMessage,
} from "./message-provider.port.ts";

export interface SmtpSettings {
  /** smtp://user:password@host:587 or smtps://…:465 */
  url: string;
  /** How long one delivery may take from connection to answer; 10 s unless told. */
  limitMilliseconds?: number;
}

/** As many as one server sends messages at the same time, so that none waits for a connection. */
const maxConnections = priorities.code.concurrency + priorities.notice.concurrency;

/** E-mail by SMTP, one recipient a message, over connections that are kept open. A try ends at the limit. */
export function smtpProvider({ url, limitMilliseconds = deliveryLimitMilliseconds }: SmtpSettings): MessageProvider {
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections,
    maxMessages: 100,
    // The library would send a message again by itself when a connection closes before the answer.
    maxRequeues: 0,
    requireTLS: needsTls(new URL(url)),
    dnsTimeout: limitMilliseconds,
    connectionTimeout: limitMilliseconds,
    greetingTimeout: limitMilliseconds,
    socketTimeout: limitMilliseconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    deliver: async (message) => {
      // Nothing but a plain address reaches the mail library's parsers.
      if (checkEmail(message.to)) return { kind: "refused", fault: "address" };
      try {
        const sent = await transport.sendMail(envelopeOf(message, AbortSignal.timeout(limitMilliseconds)));
        return { kind: "accepted", providerMessageId: providerIdIn(sent.response) };
      } catch (fault) {
        return deliveryFault(fault);
      }
    },
    close: () => transport.close(),
  };
}

/** No password leaves this machine in the clear, and no message a private network. */
function needsTls({ hostname, password }: URL): boolean {
  const reach = hostReach(hostname);
  return reach === "public" || (reach === "private" && password !== "");
}

function envelopeOf(message: OutgoingMessage, signal: AbortSignal) {
  const from = { name: oneLine(message.from.name), address: message.from.address };
  const to = { name: "", address: message.to };
  return {
    from,
    to,
    envelope: { from: message.from.address, to: [message.to] },
    subject: oneLine(message.subject ?? ""),
    text: message.text,
    ...(message.html !== null && { html: message.html }),
    ...(message.image && { attachments: [attachmentOf(message.image)] }),
    messageId: `<${message.id}@${message.from.address.split("@")[1]}>`,
    headers: {
      "Content-Language": `${message.language}-CA`,
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
    },
    signal,
  };
}

function attachmentOf({ contentId, png }: NonNullable<OutgoingMessage["image"]>) {
  const disposition = { contentDisposition: "inline", contentType: "image/png" } as const;
  return { filename: "wordmark.png", content: Buffer.from(png), cid: contentId, ...disposition };
}

/** Controls, line and paragraph separators and direction marks have no place in a header. */
function oneLine(value: string): string {
  return value.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

/** The queue id in "250 2.0.0 OK queued as ABC123", as much of it as is an id. */
function providerIdIn(response: string | undefined): string | null {
  return /(?:queued as|\bid[=:]?|\bOK:?(?! queued as))\s+<?([\w.@+-]{4,120})/i.exec(response ?? "")?.[1] ?? null;
}

/**
 * A permanent answer to this message stops it; everything about the connection, the login or the moment is tried
 * again. The server's own words may hold the address, so the code alone is kept.
 */
function deliveryFault(fault: unknown): Delivery {
  const { code, responseCode } = fault as { code?: string; responseCode?: number };
  if (responseCode === undefined) return { kind: "later", fault: `smtp ${code ?? "fault"}` };
  // 503 speaks of the conversation, not of the message.
  const permanent = responseCode >= 500 && responseCode !== 503 && (code === "EENVELOPE" || code === "EMESSAGE");
  return { kind: permanent ? "refused" : "later", fault: `smtp ${responseCode}` };
}
