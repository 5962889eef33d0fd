import { html } from "hono/html";
import type { DemoRequestContext } from "../request-context.rule.ts";
import { applicationName, applicationPath } from "./application-client.rule.ts";

export interface ApplicationSession {
  claims: Record<string, unknown>;
  idToken: string;
}

/** What the API answered; `acrValues` and `maxAge`: by which it asks for another sign-in. */
export type BankAccountResult =
  | { kind: "ok"; bankAccount: string }
  | { kind: "refused"; error: string; acrValues?: string | undefined; maxAge?: string | undefined };

interface ApplicationPage {
  session: Partial<ApplicationSession> | undefined;
  /** Of a sign-in that was not completed. */
  error?: string | undefined;
  /** The page of a call of the API, and its result. */
  page?: "policy" | "bank-account";
  result?: BankAccountResult;
}

const shownClaims = ["email", "locale", "brand", "policies", "acr", "sub"] as const;

/** Looks like the site of another company, which knows the person by the portal alone. */
export function applicationScreen(context: DemoRequestContext, { session, error, page, result }: ApplicationPage) {
  const { t, brand, language } = context;
  const other = language === "fr" ? "en" : "fr";
  const failure = (result?.kind === "refused" ? result.error : error)?.match(/^[\w.-]{1,60}$/)?.[0];
  const title = titleOf(context, { session, page, result });
  return html`<!doctype html>
<html lang="${language}-CA">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – ${applicationName}</title>
<link rel="stylesheet" href="/demo/application.css">
</head>
<body>
<header>
  <p class="mark"><a href="${applicationPath}">${applicationName}</a> <span>${t("application.partner", { brand: brand.name[language] })}</span></p>
  <a lang="${other}-CA" href="?language=${other}">${t("otherLanguage")}</a>
</header>
<main id="main">
  <h1>${title}</h1>
  ${page !== undefined && result?.kind === "ok" && answer(context, { session, page, bankAccount: result.bankAccount })}
  ${failure === insufficient && html`<p role="alert">${t("application.stepUp.none")}</p>`}
  ${failure && failure !== insufficient && html`<p role="alert">${t("application.failed", { error: failure })}</p>`}
  ${session === undefined ? signedOut(context) : signedIn(context, session)}
</main>
<footer><p>${t("application.demo")} <a href="/demo?language=${language}">${t("back")}</a></p></footer>
</body>
</html>`;
}

const insufficient = "insufficient_user_authentication";

function titleOf({ t }: DemoRequestContext, { session, page, result }: ApplicationPage): string {
  if (result?.kind === "refused" && result.error === insufficient) return t("application.stepUp.none.title");
  if (page !== undefined && result?.kind === "ok") return t(`application.${page}.title`);
  return t(session === undefined ? "application.title" : "application.signedIn.title");
}

function answer(
  { t }: DemoRequestContext,
  {
    session,
    page,
    bankAccount,
  }: Pick<ApplicationPage, "session"> & { page: "policy" | "bank-account"; bankAccount: string },
) {
  const policies = textOf(session?.claims?.policies);
  return html`<div class="answer">
    <p>${t(`application.${page}.text`, { policies, digits: bankAccount.slice(-4) })}</p>
    <p class="hint">${t(`application.${page}.proof`)}</p>
  </div>`;
}

function signedOut({ t }: DemoRequestContext) {
  return html`<p class="lead">${t("application.lead")}</p>
    <p><a class="button" href="${applicationPath}/start">${t("application.login")}</a></p>`;
}

function signedIn({ t }: DemoRequestContext, { claims }: Partial<ApplicationSession>) {
  return html`<section aria-labelledby="calls-title">
      <h2 id="calls-title">${t("application.calls.title")}</h2>
      <p class="hint">${t("application.calls.hint")}</p>
      <p class="buttons">
        <a class="button" href="${applicationPath}/policy">${t("application.policy")}</a>
        <a class="button" href="${applicationPath}/bank-account">${t("application.bank-account")}</a>
        <a class="button" href="${applicationPath}/account">${t("application.account")}</a>
      </p>
      <p class="hint">${t("application.account.hint")}</p>
    </section>
    <section aria-labelledby="claims-title">
      <h2 id="claims-title">${t("application.signedIn.lead")}</h2>
      <dl>${shownClaims.map(
        (name) => html`<div><dt>${t(`application.claim.${name}`)}</dt><dd>${textOf(claims?.[name])}</dd></div>`,
      )}</dl>
      <p class="buttons">
        <a class="button quiet" href="${applicationPath}/start?again=yes">${t("application.again")}</a>
        <a class="button quiet" href="${applicationPath}/logout">${t("application.logout")}</a>
      </p>
    </section>`;
}

function textOf(claim: unknown): string {
  if (!Array.isArray(claim)) return String(claim ?? "–");
  return claim.map((policy?: { number?: string }) => policy?.number).join(", ");
}
