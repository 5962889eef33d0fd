import type { Language } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { html } from "hono/html";
import { fallbackPage, pageText } from "../platform/fallback-page.message.ts";

const retryAfterSeconds = 2;

/** Response when all password checks are in use. Content-Length keeps it from being compressed again. */
export function busyResponse(
  brand: Brand,
  first: Language,
): { status: 503; headers: Record<string, string>; body: string } {
  const { headers, body } = fallbackPage({
    brand,
    language: first,
    sectionIn: (language) => {
      const text = pageText(brand, language);
      const again = html`<p><a class="action" href="/?language=${language}">${text("gateway:busy.again")}</a></p>`;
      const what = text("gateway:busy.what", { count: retryAfterSeconds });
      return { title: text("gateway:busy.title"), content: html`<p>${what}</p>${again}` };
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
