import type { BilingualPage } from "@vestibule/wording/error-page.ts";
import { html } from "hono/html";
import { bareHeaders } from "./security-headers.rule.ts";

export interface BareAnswer {
  headers: Record<string, string>;
  body: string;
}

/** A page that needs no brand, no style and no room: for requests that are turned away before anybody knows them. */
export function bareAnswer({ title, languages }: BilingualPage): BareAnswer {
  const sections = languages.map(
    ({ language, heading, text, home }) =>
      html`<section lang="${language}-CA"><h1>${heading}</h1><p>${text}</p><p><a href="/">${home}</a></p></section>`,
  );
  const page = html`<!doctype html><html lang="fr-CA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${title}</title></head><body><main>${sections}</main></body></html>`;
  const body = String(page);
  const headers = {
    ...bareHeaders,
    "cache-control": "no-store",
    "content-type": "text/html; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
  };
  return { headers, body };
}
