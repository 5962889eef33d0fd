import type { LetterContent, MailContent } from "./message-content.port.ts";

export interface Signature {
  brandName: string;
  /** The sentence that ends each message, and the number in it as it is written. */
  telephone: string;
  telephoneNumber: string;
  automatic: string;
}

/** The text part of an e-mail: everything the other part says, in the same order. */
export function mailText(content: MailContent, signature: Signature): string {
  const blocks = [
    signature.brandName,
    content.title,
    ...(content.code ? [`    ${content.code}`] : []),
    ...content.paragraphs,
    ...(content.button ? [`${content.button.label}\n${content.button.link}`] : []),
    ...(content.after ?? []),
    content.callsNow ? `${content.notYou}\n${signature.telephoneNumber}` : content.notYou,
    signature.telephone,
    signature.automatic,
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** A letter, ready for the printer. */
export function letterText(content: LetterContent, signature: Signature): string {
  const blocks = [signature.brandName, content.title, ...content.paragraphs, signature.telephone];
  return `${blocks.join("\n\n")}\n`;
}
