import type { Language } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { sentence } from "@vestibule/wording/tables.ts";
import { html } from "hono/html";
import { type FallbackDocument, fallbackPage } from "../platform/fallback-page.message.ts";

export interface SignOutPage {
  brand: Brand;
  language: Language;
  /** Origin that the response redirects to; empty for the gateway's own. */
  portal: string;
}

export function signOutPage({ brand, language: first, portal }: SignOutPage): FallbackDocument {
  return fallbackPage({
    brand,
    language: first,
    // Browsers apply form-action to a form's redirects too.
    formAction: ["'self'", portal].join(" ").trim(),
    sectionIn: (language) => {
      const text = (
        key: "gateway:signOut.title" | "gateway:signOut.what" | "account:signOut" | "gateway:signOut.stay",
      ) => String(sentence(key, language, brand.overrides[language]));
      return {
        title: text("gateway:signOut.title"),
        content: html`<p>${text("gateway:signOut.what")}</p><form method="post"><button>${text("account:signOut")}</button></form><p><a href="${brand.applicationUrl ?? "/account"}">${text("gateway:signOut.stay")}</a></p>`,
      };
    },
  });
}
