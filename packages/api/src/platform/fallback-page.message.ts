import { type Language, languages } from "@vestibule/catalogue/province.table.ts";
import { hasOwnColours } from "@vestibule/contract/brand/brand.rule.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { callUs } from "@vestibule/wording/error-page.ts";
import { telephoneLink } from "@vestibule/wording/format.ts";
import { sentence, type TextKey } from "@vestibule/wording/tables.ts";
import { t } from "@vestibule/wording/wording.ts";
import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { type FallbackFormAction, fallbackPolicy, fallbackTheme } from "./fallback-theme.rule.ts";

export interface FallbackSection {
  title: string;
  /** Content after the title. */
  content: HtmlEscapedString | Promise<HtmlEscapedString>;
}

export interface FallbackPage {
  /** Absent when the request matches no brand. */
  brand?: Brand | undefined;
  /** Language of the request; its section comes first. */
  language: Language;
  /** Document title; absent: the titles of both sections. */
  title?: string;
  /** `form-action` of the page's Content-Security-Policy; forms are forbidden when absent. */
  formAction?: FallbackFormAction;
  /** Inline script at the end of the page. */
  script?: string;
  sectionIn(language: Language): FallbackSection;
}

/** Formats a sentence in the words of a brand. */
export type PageText = (key: TextKey, facts?: Readonly<Record<string, string | number>>) => string;

export function pageText({ overrides }: Pick<Brand, "overrides">, language: Language): PageText {
  return (key, facts) => t(sentence(key, language, overrides[language]), language, facts);
}

export interface FallbackDocument {
  headers: { "content-type": string; "content-security-policy": string };
  body: string;
}

/** A bilingual page without assets, scripts or data; wordmark, colours and fonts are inline. */
export function fallbackPage(page: FallbackPage): FallbackDocument {
  const { brand, language: first, title: documentTitle, formAction, script, sectionIn } = page;
  const theme = fallbackTheme(brand);
  const inOrder = languages.toSorted((left, right) => Number(right === first) - Number(left === first));
  const sections = inOrder.map((language) => ({ language, ...sectionIn(language) }));
  const telephone = brand?.telephone.customer.default;
  const drawn = sections.map(({ language, title, content }, index) => {
    const call =
      telephone === undefined
        ? ""
        : html`<p><a href="${telephoneLink(telephone)}">${callUs(telephone, language)}</a></p>`;
    // Only the first section has an h1.
    return html`<section lang="${language}-CA">${index === 0 ? html`<h1>${title}</h1>` : html`<h2>${title}</h2>`}${content}${call}</section>`;
  });
  const wordmark =
    brand === undefined
      ? ""
      : html`<div class="${hasOwnColours(brand.wordmarkSvg) ? "wordmark own" : "wordmark"}" role="img" aria-label="${brand.name[first]}"><span aria-hidden="true">${raw(brand.wordmarkSvg)}</span></div>`;
  const body = String(
    html`<!doctype html><html lang="${first}-CA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><meta name="format-detection" content="telephone=no"><title>${documentTitle ?? sections.map(({ title }) => title).join(" – ")}</title><style>${raw(theme.css)}</style></head><body><div class="page">${wordmark}<main>${drawn}</main></div>${script === undefined ? "" : html`<script>${raw(script)}</script>`}</body></html>`,
  );
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": fallbackPolicy(theme, { formAction, script }),
  };
  return { headers, body };
}
