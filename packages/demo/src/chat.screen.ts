import { formatReference } from "@vestibule/contract/fields/support-reference.rule.ts";
import { spellOut } from "@vestibule/wording/format.ts";
import { html, raw } from "hono/html";
import type { DemoRequestContext } from "./request-context.rule.ts";

/** Parameters that the portal passes to the brand's chat. */
export interface OpenedChat {
  province: string;
  /** Agent code of the roadblock that opened the chat; absent elsewhere. */
  errorCode: string | undefined;
  /** Visible error code, where the screen shows one. */
  shownCode: string | undefined;
  /** The nine-digit support reference, where one was issued. */
  reference: string | undefined;
}

/** Simulates the insurer's chat in a window of 354 by 500 px and shows the parameters that a real one would receive. */
export function chatPage(
  { brand, language, t }: Pick<DemoRequestContext, "brand" | "language" | "t">,
  { province, errorCode, shownCode, reference }: OpenedChat,
) {
  const received = [
    [t("chat.brand"), brand.name[language]],
    [t("chat.province"), province.toUpperCase()],
    [t("chat.language"), t(`chat.language.${language}`)],
    ...(errorCode === undefined ? [] : [[t("chat.errorCode"), errorCode]]),
    ...(shownCode === undefined ? [] : [[t("chat.shownCode"), shownCode]]),
    ...(reference === undefined ? [] : [[t("chat.reference"), referenceInThrees(reference)]]),
  ];
  return html`<!doctype html>
<html lang="${language}-CA">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${t("chat.title")}</title>
<link rel="stylesheet" href="/brand/${brand.id}/tokens.css">
<link rel="stylesheet" href="/demo/guide.chat.css">
</head>
<body>
<header><span role="img" aria-label="${brand.name[language]}"><span aria-hidden="true">${raw(brand.wordmarkSvg)}</span></span></header>
<main id="main">
  <h1>${t("chat.title")}</h1>
  <p class="greeting">${t("chat.lead")}</p>
  <dl>${received.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
</main>
</body>
</html>`;
}

/** Grouped in threes on screen, read digit by digit by a screen reader. */
function referenceInThrees(reference: string) {
  const inThrees = formatReference(reference);
  return html`<span aria-hidden="true">${inThrees}</span><span class="spoken">${spellOut(inThrees)}</span>`;
}
