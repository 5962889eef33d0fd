import type { Language } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { sentence } from "@vestibule/wording/tables.ts";
import { html } from "hono/html";
import { fallbackPage } from "../platform/fallback-page.message.ts";
import { fallbackPolicy, fallbackTheme } from "../platform/fallback-theme.rule.ts";

export interface SignOutPage {
  brand: Brand;
  language: Language;
  /** Origin that the response redirects to; empty for the gateway's own. */
  portal: string;
}

export function signOutPage({ brand, language: first, portal }: SignOutPage): {
  headers: Record<string, string>;
  body: string;
} {
  const body = fallbackPage({
    brand,
    language: first,
    sectionIn: (language) => {
      const text = (key: "gateway:signOut.title" | "gateway:signOut.what" | "home:signOut" | "gateway:signOut.stay") =>
        String(sentence(key, language, brand.overrides[language]));
      return {
        title: text("gateway:signOut.title"),
        content: html`<p>${text("gateway:signOut.what")}</p><form method="post"><button>${text("home:signOut")}</button></form><p><a href="${brand.applicationUrl ?? "/home"}">${text("gateway:signOut.stay")}</a></p>`,
      };
    },
  });
  const headers = {
    "content-type": "text/html; charset=utf-8",
    // Browsers apply form-action to a form's redirects too.
    "content-security-policy": fallbackPolicy(fallbackTheme(brand), ["'self'", portal].join(" ").trim()),
  };
  return { headers, body };
}
