import type { LetterContent, MailContent } from "./message-content.port.ts";

export interface Signature {
  brandName: string;
  /** The closing sentence of each message, and its telephone number as formatted in it. */
  telephone: string;
  telephoneNumber: string;
  automatic: string;
  /** The insurer's name and postal address; undefined where the brand has none. */
  postalAddress: string | undefined;
}

/** The text part of an e-mail, with the same content and order as the HTML part. */
export function mailText(content: MailContent, signature: Signature): string {
  const inText = (sentence: string) => content.inText?.[sentence] ?? sentence;
  const blocks = [
    signature.brandName,
    content.title,
    ...(content.code ? [`    ${content.code}`] : []),
    ...content.paragraphs.map(inText),
    ...(content.button ? [`${content.button.label}\n${content.button.link}`] : []),
    ...(content.after ?? []).map(inText),
    content.callsNow ? `${content.notYou}\n${signature.telephoneNumber}` : content.notYou,
    ...(content.callsNow ? [] : [signature.telephone]),
    signature.automatic,
    ...(content.unsubscribe ? [`${content.unsubscribe.label}\n${content.unsubscribe.link}`] : []),
    ...(signature.postalAddress ? [signature.postalAddress] : []),
  ];
  return `${blocks.join("\n\n")}\n`;
}

export function letterText(content: LetterContent, signature: Signature): string {
  const blocks = [signature.brandName, content.title, ...content.paragraphs, signature.telephone];
  return `${blocks.join("\n\n")}\n`;
}
