import { bareStyle } from "@vestibule/api/platform/bare-look.table.ts";
import type { Language } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { type BilingualPage, callUs } from "@vestibule/wording/error-page.ts";
import { telephoneLink } from "@vestibule/wording/telephone-number.ts";
import { html, raw } from "hono/html";
import { bareHeaders } from "./security-headers.rule.ts";

export interface BareAnswer {
  headers: Record<string, string>;
  body: string;
}

/**
 * A page that needs no file and no room: for requests that are turned away before anybody knows them. Where the brand
 * is known by the host, its number is there to call.
 */
export function bareAnswer({ title, languages }: BilingualPage, brand?: Brand): BareAnswer {
  const telephone = brand?.telephone.customer.default;
  const sections = languages.map(
    ({ language, heading, text, home }, index) =>
      // One title: it is the first thing that is heard.
      html`<section lang="${language}-CA">${index === 0 ? html`<h1>${heading}</h1>` : html`<h2>${heading}</h2>`}<p>${text}</p>${home === undefined ? "" : html`<p><a href="/">${home}</a></p>`}${telephone === undefined ? "" : callLine(telephone, language)}</section>`,
  );
  const page = html`<!doctype html><html lang="fr-CA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${title}</title><style>${raw(bareStyle)}</style></head><body><main>${sections}</main></body></html>`;
  const body = String(page);
  const headers = {
    ...bareHeaders,
    "cache-control": "no-store",
    "content-type": "text/html; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
  };
  return { headers, body };
}

function callLine(telephone: string, language: Language) {
  return html`<p><a href="${telephoneLink(telephone)}">${callUs(telephone, language)}</a></p>`;
}

/** One answer a brand, written once. */
export function bareAnswers(page: BilingualPage): (brand: Brand) => BareAnswer {
  const answers = new Map<string, BareAnswer>();
  return (brand) => {
    const answer = answers.get(brand.id) ?? bareAnswer(page, brand);
    answers.set(brand.id, answer);
    return answer;
  };
}
