import { languages } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { callUs } from "@vestibule/wording/error-page.ts";
import { sentence, type TextKey } from "@vestibule/wording/tables.ts";
import { say } from "@vestibule/wording/wording.ts";
import { html, raw } from "hono/html";
import { barePolicy, bareStyle } from "../platform/bare-look.table.ts";

const retryAfterSeconds = 2;

export interface BusyAnswer {
  status: 503;
  headers: Record<string, string>;
  body: string;
}

/** The answer when more people sign in than the machine can serve. Its length is told, so that nobody packs it. */
export function busyAnswer(brand: Brand): BusyAnswer {
  const body = String(busyPage(brand));
  const headers = {
    "retry-after": String(retryAfterSeconds),
    "cache-control": "no-store",
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": barePolicy,
    "content-length": String(Buffer.byteLength(body)),
  };
  return { status: 503, headers, body };
}

/** A short page of both languages, French first. */
function busyPage(brand: Brand) {
  const telephone = brand.telephone.customer.default;
  const inFrenchFirst = [...languages].sort((left, right) => right.localeCompare(left));
  const sections = inFrenchFirst.map((language, index) => {
    const text = (key: Extract<TextKey, `gateway:${string}`>) =>
      say(sentence(key, language, brand.overrides[language]), language, { count: retryAfterSeconds });
    const title = text("gateway:busy.title");
    const call = html`<a href="tel:+${telephone.replaceAll("-", "")}">${callUs(telephone, language)}</a>`;
    return html`<section lang="${language}-CA">${index === 0 ? html`<h1>${title}</h1>` : html`<h2>${title}</h2>`}<p>${text("gateway:busy.what")}</p><p><a href="/?language=${language}">${text("gateway:busy.again")}</a></p><p>${call}</p></section>`;
  });
  return html`<!doctype html><html lang="fr-CA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${brand.name.fr} – ${brand.name.en}</title><style>${raw(bareStyle)}</style></head><body><main>${sections}</main></body></html>`;
}
