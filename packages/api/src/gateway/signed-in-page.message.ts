import { languages } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { sentence, type TextKey } from "@vestibule/wording/tables.ts";
import { html } from "hono/html";

/** Stands for the application behind a gateway on a host of its own: a short page of both languages, French first. */
export function signedInPage(brand: Brand) {
  const inFrenchFirst = [...languages].sort((left, right) => right.localeCompare(left));
  const sections = inFrenchFirst.map((language) => {
    const text = (key: Extract<TextKey, `home:${string}`>) =>
      String(sentence(key, language, brand.overrides[language]));
    return html`<section lang="${language}-CA"><h1>${text("home:title")}</h1><p><a href="/pkmslogout">${text("home:signOut")}</a></p></section>`;
  });
  return html`<!doctype html><html lang="fr-CA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${brand.name.fr} – ${brand.name.en}</title></head><body><main>${sections}</main></body></html>`;
}
