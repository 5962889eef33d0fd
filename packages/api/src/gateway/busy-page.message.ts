import type { Language } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { sentence, type TextKey } from "@vestibule/wording/tables.ts";
import { t } from "@vestibule/wording/wording.ts";
import { html } from "hono/html";
import { fallbackPage } from "../platform/fallback-page.message.ts";

const retryAfterSeconds = 2;

/** Response when all password checks are in use. Content-Length keeps it from being compressed again. */
export function busyAnswer(
  brand: Brand,
  first: Language,
): { status: 503; headers: Record<string, string>; body: string } {
  const { headers, body } = fallbackPage({
    brand,
    language: first,
    sectionIn: (language) => {
      const text = (key: Extract<TextKey, `gateway:busy.${string}`>) =>
        t(sentence(key, language, brand.overrides[language]), language, { count: retryAfterSeconds });
      const again = html`<p><a class="action" href="/?language=${language}">${text("gateway:busy.again")}</a></p>`;
      return { title: text("gateway:busy.title"), content: html`<p>${text("gateway:busy.what")}</p>${again}` };
    },
  });
  return {
    status: 503,
    headers: {
      ...headers,
      "retry-after": String(retryAfterSeconds),
      "cache-control": "no-store",
      "content-length": String(Buffer.byteLength(body)),
    },
    body,
  };
}
