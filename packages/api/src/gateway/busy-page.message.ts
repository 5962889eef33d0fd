import { languages } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { sentence, type TextKey } from "@vestibule/wording/tables.ts";
import { say } from "@vestibule/wording/wording.ts";
import { html } from "hono/html";

/** Shown when more people sign in than the machine can serve: a short page of both languages, French first. */
export function busyPage(brand: Brand, { retryAfterSeconds }: { retryAfterSeconds: number }) {
  const inFrenchFirst = [...languages].sort((left, right) => right.localeCompare(left));
  const sections = inFrenchFirst.map((language) => {
    const text = (key: Extract<TextKey, `gateway:${string}`>) =>
      say(sentence(key, language, brand.overrides[language]), language, { count: retryAfterSeconds });
    return html`<section lang="${language}-CA"><h1>${text("gateway:busy.title")}</h1><p>${text("gateway:busy.what")}</p><p><a href="/?language=${language}">${text("gateway:busy.again")}</a></p></section>`;
  });
  return html`<!doctype html><html lang="fr-CA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${brand.name.fr} – ${brand.name.en}</title></head><body><main>${sections}</main></body></html>`;
}
