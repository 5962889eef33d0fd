import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { sentence } from "@vestibule/wording/tables.ts";
import { html } from "hono/html";
import { barePolicy } from "../platform/bare-look.table.ts";
import { bilingualPage } from "./bilingual-page.message.ts";

/** Asks whether to sign out. `portal`: origin that the answer redirects to, empty for the gateway's own. */
export function signOutPage(brand: Brand, portal: string): { headers: Record<string, string>; body: string } {
  const body = bilingualPage(brand, (language) => {
    const text = (key: "gateway:signOut.title" | "gateway:signOut.what" | "home:signOut" | "gateway:signOut.stay") =>
      String(sentence(key, language, brand.overrides[language]));
    return {
      title: text("gateway:signOut.title"),
      content: html`<p>${text("gateway:signOut.what")}</p><form method="post"><button>${text("home:signOut")}</button></form><p><a href="${brand.applicationUrl ?? "/home"}">${text("gateway:signOut.stay")}</a></p>`,
    };
  });
  const headers = {
    "content-type": "text/html; charset=utf-8",
    // Browsers hold a form's redirect against this list too.
    "content-security-policy": barePolicy({ formAction: ["'self'", portal].join(" ").trim() }),
  };
  return { headers, body };
}
