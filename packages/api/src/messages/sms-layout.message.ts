import type { SmsContent } from "./message-content.port.ts";

const basic =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const extended = "^{}\\[~]|€\f";
const gsm7Replacements: Record<string, string> = {
  "\u00a0": " ",
  "\u202f": " ",
  "’": "'",
  "‘": "'",
  "“": '"',
  "”": '"',
  "«": '"',
  "»": '"',
  "–": "-",
  "—": "-",
  "…": "...",
  œ: "oe",
  Œ: "OE",
};

/** Text of an SMS: the sentence, then the line that binds the code to the portal's host for autofill, or the link. */
export function smsText(content: SmsContent, host: string): string {
  const sentence = asGsm7(content.sentence);
  if (!("code" in content)) return `${sentence}\n${content.link}\n${asGsm7(content.after)}`;
  const link = content.link === undefined ? "" : `\n${content.link}`;
  return `${sentence}${link}\n@${host} #${content.code}`;
}

/**
 * Converts text to the GSM-7 alphabet, so that 160 characters fit one segment instead of 70: typographic characters
 * become plain ones, and accents that the alphabet lacks are dropped.
 */
export function asGsm7(text: string): string {
  return [...text]
    .map((sign) => (gsm7Length(sign) === undefined ? (gsm7Replacements[sign] ?? withoutAccent(sign)) : sign))
    .join("");
}

function withoutAccent(sign: string): string {
  const bare = sign.normalize("NFD").replace(/\p{M}/gu, "");
  return gsm7Length(bare) === undefined ? sign : bare;
}

/** Length of a text in GSM-7 septets, of which a segment has 160; undefined when it contains other characters. */
export function gsm7Length(text: string): number | undefined {
  let length = 0;
  for (const sign of text) {
    if (basic.includes(sign)) length += 1;
    else if (extended.includes(sign)) length += 2;
    else return undefined;
  }
  return length;
}
