import type { Language } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { sentence, type TextKey } from "@vestibule/wording/tables.ts";
import { t } from "@vestibule/wording/wording.ts";
import { html } from "hono/html";
import { type FallbackDocument, fallbackPage } from "../platform/fallback-page.message.ts";

const retryAfterSeconds = 2;

/** Response when all password checks are in use. Content-Length keeps it from being compressed again. */
export function busyAnswer(
  brand: Brand,
  language: Language,
): { status: 503; headers: Record<string, string>; body: string } {
  const { headers: ofPage, body } = busyPage(brand, language);
  const headers = {
    ...ofPage,
    "retry-after": String(retryAfterSeconds),
    "cache-control": "no-store",
    "content-length": String(Buffer.byteLength(body)),
  };
  return { status: 503, headers, body };
}

function busyPage(brand: Brand, first: Language): FallbackDocument {
  return fallbackPage({
    brand,
    language: first,
    sectionIn: (language) => {
      const text = (key: Extract<TextKey, `gateway:busy.${string}`>) =>
        t(sentence(key, language, brand.overrides[language]), language, { count: retryAfterSeconds });
      const again = html`<p><a class="action" href="/?language=${language}">${text("gateway:busy.again")}</a></p>`;
      return { title: text("gateway:busy.title"), content: html`<p>${text("gateway:busy.what")}</p>${again}` };
    },
  });
}
