import type { Language } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { oidcScopes } from "@vestibule/contract/brand/oidc-client.schema.ts";
import { preferredLanguage } from "@vestibule/contract/brand/preferred-language.rule.ts";
import { interactionParameter } from "@vestibule/contract/cookies/waiting-application.rule.ts";
import { html, raw } from "hono/html";
import {
  type FallbackDocument,
  type FallbackPage,
  type FallbackSection,
  fallbackPage,
  type PageText,
  pageText,
} from "../platform/fallback-page.message.ts";

export interface OidcPage {
  brand: Brand;
  /** The request, whose URL and headers decide which language comes first. */
  request: { url: string; headers: Headers };
  /** Id of the interaction that the login page continues. */
  interaction?: string;
}

/** OAuth error codes by the number that a person reads out; the log has the code itself. */
const supportCodes = [
  "invalid_request",
  "invalid_client",
  "invalid_redirect_uri",
  "unauthorized_client",
  "unsupported_response_type",
  "invalid_scope",
  "access_denied",
  "login_required",
  "interaction_required",
  "server_error",
];

/** A code for a person to tell an agent, such as "A-3". Every error without a number has "A-0". */
export function supportCodeOf(error: string): string {
  return `A-${supportCodes.indexOf(error) + 1}`;
}

/** Page for a request that the provider refuses; `error` is the OAuth error code. */
export function oidcErrorPage({ error, action = "signIn", ...page }: OidcErrorPage): FallbackDocument {
  return pageOf(page, (text, language) => {
    const code = html`<p>${text("gateway:application.refused.code", { code: supportCodeOf(error) })}</p>`;
    if (action === "signIn")
      return {
        title: text("gateway:application.refused.title"),
        content: html`<p>${text("gateway:application.refused.what")}</p>${code}${loginLink(text, language)}`,
      };
    // This product's own sign-out asks for a confirmation, too.
    const signOut = html`<p><a class="action" href="/pkmslogout">${text("account:signOut")}</a></p>`;
    return {
      title: text("gateway:application.signOutRefused.title"),
      content: html`<p>${text("gateway:application.signOutRefused.what")}</p>${code}${signOut}`,
    };
  });
}

type OidcErrorPage = OidcPage & { error: string; action?: "signIn" | "signOut" };

/** Page for a request that cannot be answered now; `again` is where its link repeats the request. */
export function oidcUnavailablePage({ again, ...page }: OidcPage & { again: string }): FallbackDocument {
  return pageOf(page, (text) => ({
    title: text("gateway:application.unavailable.title"),
    content: html`<p>${text("gateway:application.unavailable.what")}</p><p><a class="action" href="${again}">${text("gateway:busy.again")}</a></p>`,
  }));
}

/**
 * Page that leads to the login page. `expired`: the interaction has expired or another browser began it. `passkey`: the
 * person signed in with the password, and the application requests their passkey.
 */
export function oidcLoginPage(page: OidcPage, reason: "expired" | "passkey" | "signedOut"): FallbackDocument {
  return pageOf(page, (text, language) => ({
    title: text(`gateway:application.${reason}.title`),
    content: html`<p>${text(`gateway:application.${reason}.what`)}</p>${loginLink(text, language, page.interaction)}`,
  }));
}

/**
 * Page that asks the person to allow what an application of another company sees. Its form leads to the application,
 * which may redirect it anywhere.
 */
export function oidcConsentPage({ name, host, email, scopes, ...page }: OidcConsentPage): FallbackDocument {
  const { brand } = page;
  return pageOf(
    page,
    (text, language) => {
      const seen = oidcScopes.filter((scope) => scopes.includes(scope));
      const items = seen.length === 0 ? (["nothing"] as const) : seen;
      const list = items.map((item) => html`<li>${text(`account:applications.sees.${item}`)}</li>`);
      return {
        title: text("gateway:application.consent.title", { name: name[language] }),
        content: html`<p>${text("gateway:application.consent.what", { name: name[language], brand: brand.name[language] })}</p><ul>${list}</ul><p>${text("gateway:application.consent.account", { email })}</p><p>${text("gateway:application.consent.host", { host })}</p><p>${text("gateway:application.consent.later")}</p><form method="post"><button name="answer" value="allow">${text("gateway:application.consent.allow")}</button><button class="quiet" name="answer" value="refuse">${text("gateway:application.consent.refuse")}</button></form>`,
      };
    },
    { formAction: "anywhere" },
  );
}

interface OidcConsentPage extends OidcPage {
  /** Of the application. */
  name: Readonly<Record<Language, string>>;
  /** Where the person returns to. */
  host: string;
  /** Of the account that is logged in. */
  email: string;
  scopes: readonly string[];
}

/** Page that asks the person to confirm a sign-out. `form` is the library's form, which the page's button submits. */
export function oidcSignOutPage({ form, ...page }: OidcPage & { form: string }): FallbackDocument {
  const { brand } = page;
  return pageOf(
    page,
    (text, _language, isFirst) => ({
      title: text("gateway:signOut.title"),
      content: html`<p>${text("gateway:application.signOut")}</p>${isFirst ? raw(form) : ""}<button form="op.logoutForm" name="logout" value="yes">${text("account:signOut")}</button><p><a href="${brand.applicationUrl ?? "/account"}">${text("gateway:signOut.stay")}</a></p>`,
    }),
    { formAction: { sources: "'self'" } },
  );
}

/**
 * Page that posts the library's form to the application: at once with a script, by its button without one. The
 * application may redirect the form to any host, so the page does not limit where forms lead.
 */
export function oidcFormPostPage({ form, ...page }: OidcPage & { form: string }): FallbackDocument {
  return pageOf(
    page,
    (text, _language, isFirst) => ({
      title: text("gateway:leave.title"),
      content: html`<p>${text("gateway:leave.what")}</p>${isFirst ? raw(form) : ""}<button form="response">${text("common:continue")}</button>`,
    }),
    { formAction: "anywhere", script: 'document.getElementById("response").submit()' },
  );
}

function loginLink(text: PageText, language: Language, interaction?: string) {
  const query = new URLSearchParams({ ...(interaction && { [interactionParameter]: interaction }), language });
  return html`<p><a class="action" href="/?${query}">${text("gateway:application.login")}</a></p>`;
}

function pageOf(
  { brand, request }: OidcPage,
  sectionIn: (text: PageText, language: Language, isFirst: boolean) => FallbackSection,
  forms: Pick<FallbackPage, "formAction" | "script"> = {},
): FallbackDocument {
  const first = preferredLanguage(request, brand);
  return fallbackPage({
    brand,
    language: first,
    ...forms,
    sectionIn: (language) => sectionIn(pageText(brand, language), language, language === first),
  });
}
