import type { OutgoingMessage } from "./message-provider.port.ts";

/** A message as the mail library takes it: one recipient, text and HTML, the wordmark inside. */
export function mailEnvelope(message: OutgoingMessage) {
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
    headers: mailHeaders(message),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

export function mailHeaders({ language }: OutgoingMessage): Record<string, string> {
  return {
    "Content-Language": `${language}-CA`,
    "Auto-Submitted": "auto-generated",
    "X-Auto-Response-Suppress": "All",
  };
}

function attachmentOf({ contentId, png }: NonNullable<OutgoingMessage["image"]>) {
  const disposition = { contentDisposition: "inline", contentType: "image/png" } as const;
  return { filename: "wordmark.png", content: Buffer.from(png), cid: contentId, ...disposition };
}

/** Removes control characters, line and paragraph separators and direction marks from a header value. */
export function oneLine(value: string): string {
  return value.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim();
}
