import { brandIcon } from "@vestibule/contract/brand/brand-icon.rule.ts";
import { html } from "hono/html";
import type { DemoRequestContext } from "./request-context.rule.ts";

interface DemoPage {
  title: string;
  body: unknown;
  extras?: "gallery";
  /** The page's query, kept when the language is switched. */
  query?: URLSearchParams;
}

/** The layout of every page of the guide. */
export function demoPage(context: DemoRequestContext, page: DemoPage) {
  const { brand, language, t } = context;
  const other = language === "fr" ? "en" : "fr";
  const elsewhere = new URLSearchParams(page.query);
  elsewhere.set("language", other);
  return html`<!doctype html>
<html lang="${language}-CA">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${page.title}</title>
<link rel="icon" href="${brandIcon(brand, language)}" type="image/svg+xml">
<link rel="stylesheet" href="/brand/${brand.id}/tokens.css">
<link rel="stylesheet" href="/demo/brands.css">
<link rel="stylesheet" href="/demo/guide.css">
<script type="module" src="/demo/guide.js"></script>
${page.extras && html`<link rel="stylesheet" href="/demo/${page.extras}.css"><script type="module" src="/demo/${page.extras}.js"></script>`}
</head>
<body data-copied="${t("people.copied")}" data-copy-label="${t("people.copy", { fact: "{fact}" })}">
<a class="skip" href="#main">${t("skip")}</a>
<header class="top">
  <a class="mark" href="/demo?language=${language}"><b>Vestibule</b></a>
  <nav aria-label="${t("nav.label")}">
    ${(["stories", "outbox", "people", "clock", "telephone", "agent", "screens"] as const).map(
      (part) => html`<a href="/demo?language=${language}#${part}">${t(`nav.${part}`)}</a>`,
    )}
  </nav>
  <a class="other" lang="${other}-CA" href="?${elsewhere}">${t("otherLanguage")}</a>
</header>
<main id="main">${page.body}</main>
<p class="toast" role="status" aria-live="polite"></p>
</body>
</html>`;
}
