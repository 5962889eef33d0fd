import type { Language } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { html } from "hono/html";
import { type FallbackDocument, fallbackPage, pageText } from "../platform/fallback-page.message.ts";

export interface SignOutPage {
  brand: Brand;
  language: Language;
  /** Origin that the response redirects to; empty for the origin of the gateway. */
  portal: string;
}

export function signOutPage({ brand, language: first, portal }: SignOutPage): FallbackDocument {
  return fallbackPage({
    brand,
    language: first,
    // Browsers apply form-action to a form's redirects too.
    formAction: { sources: ["'self'", portal].join(" ").trim() },
    sectionIn: (language) => {
      const text = pageText(brand, language);
      return {
        title: text("gateway:signOut.title"),
        content: html`<p>${text("gateway:signOut.what")}</p><form method="post"><button>${text("account:signOut")}</button></form><p><a href="${brand.applicationUrl ?? "/account"}">${text("gateway:signOut.stay")}</a></p>`,
      };
    },
  });
}
