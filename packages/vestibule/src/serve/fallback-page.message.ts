import { fallbackPage } from "@vestibule/api/platform/fallback-page.message.ts";
import type { Language } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import type { BilingualPage } from "@vestibule/wording/error-page.ts";
import { html } from "hono/html";
import { everywhere } from "./security-headers.rule.ts";

export interface FallbackResponse {
  headers: Record<string, string>;
  body: string;
}

export interface BareVisitor {
  language: Language;
  /** Undefined where no brand is known. */
  brand: Brand | undefined;
}

/** Response to a request that is refused before any handler. */
export function fallbackResponse(page: BilingualPage, { language, brand }: BareVisitor): FallbackResponse {
  const { headers: ofPage, body } = fallbackPage({
    ...{ brand, language, title: page.title },
    sectionIn: (one) => sectionOf(page, one),
  });
  const headers = {
    ...everywhere,
    ...ofPage,
    "x-frame-options": "DENY",
    "cache-control": "no-store",
    "content-length": String(Buffer.byteLength(body)),
  };
  return { headers, body };
}

function sectionOf({ languages }: BilingualPage, language: Language) {
  const { heading, text, home } = languages.find((part) => part.language === language) ?? languages[0];
  const link = home === undefined ? "" : html`<p><a class="action" href="/">${home}</a></p>`;
  return { title: heading, content: html`<p>${text}</p>${link}` };
}

/** Caches the response per brand and language. */
export function fallbackResponses(page: BilingualPage): (visitor: BareVisitor) => FallbackResponse {
  const answers = new WeakMap<object, Partial<Record<Language, FallbackResponse>>>();
  return ({ brand, language }) => {
    const known = (brand && answers.get(brand)) ?? {};
    const answer = known[language] ?? fallbackResponse(page, { brand, language });
    if (brand) answers.set(brand, { ...known, [language]: answer });
    return answer;
  };
}
