import type { Language } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { html } from "hono/html";
import { fallbackPage, pageText } from "../platform/fallback-page.message.ts";

/** Page that leads to a URL at once, without a script. Its link is for a browser that does not follow the header. */
export function leavePage({ brand, language: first, url }: { brand: Brand; language: Language; url: string }) {
  const { body, headers } = fallbackPage({
    brand,
    language: first,
    sectionIn: (language) => {
      const text = pageText(brand, language);
      const link = html`<p><a class="action" href="${url}">${text("common:continue")}</a></p>`;
      return { title: text("gateway:leave.title"), content: html`<p>${text("gateway:leave.what")}</p>${link}` };
    },
  });
  return { body, headers: { ...headers, refresh: `0;url=${url}`, "cache-control": "no-store" } };
}
