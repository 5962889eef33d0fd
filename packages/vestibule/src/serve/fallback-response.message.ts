import { isApiV2 } from "@vestibule/api/http/v2/registration-error.rule.ts";
import { fallbackPage } from "@vestibule/api/platform/fallback-page.message.ts";
import type { Language } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { preferredLanguage } from "@vestibule/contract/brand/preferred-language.rule.ts";
import { type BilingualPage, errorPage } from "@vestibule/wording/error-page.ts";
import { html } from "hono/html";
import { commonHeaders } from "./security-headers.route.ts";

export interface Failure {
  status: 500 | 503;
  /** For developers; not translated. */
  message: string;
}

/** Seconds in Retry-After. */
const retryAfterSeconds = 5;

const pageFor = fallbackResponses(errorPage);

/** Response to a request that no handler has answered: a bilingual page for browsers, an API error for programs. */
export function failureResponse(request: Request, brand: Brand, failure: Failure): Response {
  const path = new URL(request.url).pathname;
  const headers: Record<string, string> = failure.status === 503 ? { "retry-after": String(retryAfterSeconds) } : {};
  if (isForPrograms(path)) return Response.json(apiError(path, failure), { status: failure.status, headers });
  const { body, headers: pageHeaders } = pageFor({ brand, language: preferredLanguage(request, brand) });
  return new Response(body, { status: failure.status, headers: { ...pageHeaders, ...headers } });
}

/** Paths that end with `.data` are data requests of React Router. */
const isForPrograms = (path: string) => /^\/(api|account\/v1|chat-app|internal)\/|\.data$|\.json$/.test(path);

function apiError(path: string, { status, message }: Failure): object {
  if (isApiV2(path)) return { error: status === 503 ? "UNAVAILABLE" : "UNEXPECTED", message };
  return { ...(status === 503 && { errorCode: 1503 }), message };
}

export interface FallbackResponse {
  headers: Record<string, string>;
  body: string;
}

export interface FallbackContext {
  language: Language;
  /** Undefined for a page without a brand. */
  brand: Brand | undefined;
}

/** Headers and body of a bilingual page for a request that is rejected before any handler. */
export function fallbackResponse(page: BilingualPage, { language, brand }: FallbackContext): FallbackResponse {
  const { headers: pageHeaders, body } = fallbackPage({
    brand,
    language,
    title: page.title,
    sectionIn: (one) => sectionIn(page, one),
  });
  const headers = {
    ...commonHeaders,
    ...pageHeaders,
    "x-frame-options": "DENY",
    "cache-control": "no-store",
    "content-length": String(Buffer.byteLength(body)),
  };
  return { headers, body };
}

function sectionIn({ home, ...page }: BilingualPage, language: Language) {
  const { heading, text } = page[language];
  const link = home && html`<p><a class="action" href="/">${home[language]}</a></p>`;
  return { title: heading, content: html`<p>${text}</p>${link}` };
}

/** Caches the response per brand and language. */
export function fallbackResponses(page: BilingualPage): (context: FallbackContext) => FallbackResponse {
  const responses = new WeakMap<object, Partial<Record<Language, FallbackResponse>>>();
  return ({ brand, language }) => {
    const cached = (brand && responses.get(brand)) ?? {};
    const response = cached[language] ?? fallbackResponse(page, { brand, language });
    if (brand) responses.set(brand, { ...cached, [language]: response });
    return response;
  };
}
