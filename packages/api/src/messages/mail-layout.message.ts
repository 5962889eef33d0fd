import type { Language } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { telephoneLink } from "@vestibule/wording/format.ts";
import { html, raw } from "hono/html";
import { type MailPalette, mailPalettes, mailRadius } from "./email-theme.rule.ts";
import type { Signature } from "./mail-text.message.ts";
import type { MailContent } from "./message-content.port.ts";
import { wordmarkContentId, wordmarkSize } from "./wordmark.rule.ts";

export interface MailFrame {
  language: Language;
  brand: Brand;
  signature: Signature;
  /** Formatted as in the brand data. */
  telephone: string;
}

/** A table layout with inline styles. The tag escapes all values; no external content is loaded. */
export async function mailHtml(content: MailContent, frame: MailFrame): Promise<string> {
  const { light, dark } = mailPalettes(frame.brand.tokensCss);
  const radius = mailRadius(frame.brand.tokensCss);
  const { signature } = frame;
  const page = html`<!doctype html>
<html lang="${frame.language}-CA">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${content.subject}</title>
<style>${raw(mailStyles(dark))}</style>
</head>
<body class="page" style="margin:0;padding:0;background:${light.surface};color:${light.text};${font}">
<div style="display:none;max-height:0;overflow:hidden;font-size:1px;line-height:1px;color:${light.surface}">${content.preheader}${raw(
    "&#847;&zwnj;&nbsp;".repeat(60),
  )}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${light.surface}">
<tr><td align="center" style="padding:32px 16px 48px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px">
<tr><td style="padding:0 0 12px">${wordmark(frame, light)}</td></tr>
<tr><td class="card" style="padding:36px 32px;background:${light["surface-raised"]};border:1px solid ${light.line};border-radius:${radius}">
<h1 class="text" style="margin:0 0 16px;font-size:24px;line-height:32px;font-weight:600;color:${light.text}">${content.title}</h1>
${content.code ? codeBlock(content.code, { light, radius }) : ""}
${paragraphs(content.paragraphs, frame, light)}
${content.button ? button(content.button, { light, radius }) : ""}
${content.after ? html`<div style="padding-top:24px">${paragraphs(content.after, frame, light)}</div>` : ""}
${content.callsNow ? callSentence(content.notYou, frame, light) : notYou(content.notYou, light)}
</td></tr>
<tr><td class="quiet" style="padding:20px 0 0;font-size:14px;line-height:22px;color:${light["text-quiet"]}">${content.callsNow ? "" : html`${linkTelephone(signature.telephone, frame)}<br>`}${signature.automatic}${content.unsubscribe ? html`<br><a href="${content.unsubscribe.link}" style="color:inherit">${content.unsubscribe.label}</a>` : ""}${signature.postalAddress ? html`<br>${signature.postalAddress}` : ""}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
  return String(await page);
}

const font =
  "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;-webkit-text-size-adjust:100%";

/** The alternative text is the brand's name, for clients that show no images. */
function wordmark({ brand, signature }: MailFrame, light: MailPalette) {
  const { width, height } = wordmarkSize(brand);
  return html`<img class="mark" src="cid:${wordmarkContentId(brand)}" alt="${signature.brandName}" width="${width}" height="${height}" style="display:block;max-width:100%;height:auto;border:0;font-size:22px;line-height:${height}px;font-weight:700;color:${light.action}">`;
}

function paragraphs(texts: readonly string[], frame: MailFrame, light: MailPalette) {
  return texts.map(
    (text) =>
      html`<p class="text" style="margin:0 0 16px;font-size:17px;line-height:26px;color:${light.text}">${linkTelephone(text, frame)}</p>`,
  );
}

interface Look {
  light: MailPalette;
  radius: string;
}

/** The digits are one text run, so that copying and autofill get only the code; the gap is a style. */
function codeBlock(code: string, { light, radius }: Look) {
  return html`<p class="code" style="margin:0 0 20px;padding:18px 20px;background:${light["surface-sunken"]};border-radius:${radius};font-size:32px;line-height:40px;font-weight:600;font-variant-numeric:tabular-nums;font-feature-settings:'tnum';letter-spacing:3px;color:${light.text}">${code.slice(0, 2)}<span style="letter-spacing:16px">${code.slice(2, 3)}</span>${code.slice(3)}</p>`;
}

function button({ label, link }: { label: string; link: string }, { light, radius }: Look) {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 0"><tr><td class="action" style="background:${light.action};border-radius:${radius}"><a class="on-action" href="${link}" style="display:inline-block;padding:12px 28px;font-size:17px;line-height:24px;text-align:center;font-weight:600;text-decoration:none;color:${light["on-action"]}">${label}</a></td></tr></table>`;
}

/** Links each telephone number in a sentence without line breaks, because clients do not detect numbers reliably. */
function linkTelephone(sentence: string, { telephone, signature }: MailFrame) {
  const [before, ...rest] = sentence.split(signature.telephoneNumber);
  const link = html`<a href="${telephoneLink(telephone)}" style="color:inherit;white-space:nowrap">${signature.telephoneNumber}</a>`;
  return [before, ...rest.flatMap((after) => [link, after])];
}

function notYou(sentence: string, light: MailPalette) {
  return html`<p class="rule quiet" style="margin:24px 0 0;padding-top:20px;border-top:1px solid ${light.line};font-size:15px;line-height:22px;color:${light["text-quiet"]}">${sentence}</p>`;
}

function callSentence(sentence: string, { telephone, signature }: MailFrame, light: MailPalette) {
  return html`<div class="rule" style="margin:24px 0 0;padding-top:20px;border-top:1px solid ${light.line}">
<p class="text" style="margin:0;font-size:17px;line-height:26px;font-weight:600;color:${light.text}">${sentence}</p>
<p style="margin:0"><a class="call" href="${telephoneLink(telephone)}" style="display:inline-block;padding:10px 0 6px;font-size:26px;line-height:32px;font-weight:700;white-space:nowrap;color:${light.action}">${signature.telephoneNumber}</a></p>
</div>`;
}

/** Dark colours, and less padding on phones. The palette contains hexadecimal colours only. */
function mailStyles(dark: MailPalette): string {
  return `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) { .card { padding: 28px 20px !important; } }
@media (prefers-color-scheme: dark) {
  .page { background: ${dark.surface} !important; }
  .card { background: ${dark["surface-raised"]} !important; border-color: ${dark.line} !important; }
  .text { color: ${dark.text} !important; }
  .code { background: ${dark["surface-sunken"]} !important; color: ${dark.text} !important; }
  .quiet { color: ${dark["text-quiet"]} !important; }
  .rule { border-color: ${dark.line} !important; }
  .mark, .call { color: ${dark.action} !important; }
  .action { background: ${dark.action} !important; }
  .on-action { color: ${dark["on-action"]} !important; }
}
`;
}
