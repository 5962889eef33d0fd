import { formatReference } from "@vestibule/contract/fields/support-reference.rule.ts";
import { spellOut } from "@vestibule/wording/spell-out.ts";
import { html, raw } from "hono/html";
import type { DemoVisit } from "./demo-visit.rule.ts";

/** What the portal hands to the brand's chat when it opens it. */
export interface ChatOpening {
  province: string;
  /** Code of the screen a person could not pass; absent elsewhere. */
  errorCode: string | undefined;
  /** Code of what broke, where that screen shows one. */
  shownCode: string | undefined;
  /** The nine digits by which an agent finds the visit, where some were made. */
  reference: string | undefined;
}

/** Stands for the insurer's chat in its window of 354 by 500: shows what a real one would receive. */
export function chatPage(
  { brand, language, say }: Pick<DemoVisit, "brand" | "language" | "say">,
  { province, errorCode, shownCode, reference }: ChatOpening,
) {
  const received = [
    [say("chat.brand"), brand.name[language]],
    [say("chat.province"), province.toUpperCase()],
    [say("chat.language"), say(`chat.language.${language}`)],
    ...(errorCode === undefined ? [] : [[say("chat.errorCode"), errorCode]]),
    ...(shownCode === undefined ? [] : [[say("chat.shownCode"), shownCode]]),
    ...(reference === undefined ? [] : [[say("chat.reference"), spokenReference(reference)]]),
  ];
  return html`<!doctype html>
<html lang="${language}-CA">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${say("chat.title")}</title>
<link rel="stylesheet" href="/brand/${brand.id}/tokens.css">
<link rel="stylesheet" href="/demo/guide.chat.css">
</head>
<body>
<header><span role="img" aria-label="${brand.name[language]}"><span aria-hidden="true">${raw(brand.wordmarkSvg)}</span></span></header>
<main id="main">
  <h1>${say("chat.title")}</h1>
  <p class="said">${say("chat.lead")}</p>
  <dl>${received.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
</main>
</body>
</html>`;
}

/** In threes for the eye, one by one for the ear. */
function spokenReference(reference: string) {
  const inThrees = formatReference(reference);
  return html`<span aria-hidden="true">${inThrees}</span><span class="heard">${spellOut(inThrees)}</span>`;
}
