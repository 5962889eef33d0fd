import { html } from "hono/html";
import { demoPage } from "../demo-page.screen.ts";
import type { DemoRequestContext } from "../request-context.rule.ts";
import { applicationPath } from "./application-client.rule.ts";

export interface ApplicationSession {
  claims: Record<string, unknown>;
  idToken: string;
}

const shownClaims = ["email", "locale", "brand", "policies", "sub"] as const;

/** `error`: of a sign-in that was not completed. */
export function applicationScreen(
  context: DemoRequestContext,
  { session, error }: { session: Partial<ApplicationSession> | undefined; error: string | undefined },
) {
  const { t, brand, language } = context;
  const title = t(session === undefined ? "application.title" : "application.signedIn.title");
  const failure = error?.match(/^[\w.-]{1,60}$/)?.[0];
  const body = html`<section class="application of-${brand.id}" aria-labelledby="application-title">
    <p class="locale"><b>${brand.name[language]}</b></p>
    <h1 id="application-title">${title}</h1>
    ${failure && html`<p role="alert">${t("application.failed", { error: failure })}</p>`}
    ${session === undefined ? signedOut(context) : signedIn(context, session)}
    <p><a href="/demo?language=${language}">${t("back")}</a></p>
  </section>`;
  return demoPage(context, { title, body });
}

function signedOut({ t }: DemoRequestContext) {
  return html`<p>${t("application.lead")}</p>
    <p><a class="button" href="${applicationPath}/start">${t("application.login")}</a></p>`;
}

function signedIn({ t }: DemoRequestContext, { claims }: Partial<ApplicationSession>) {
  return html`<p>${t("application.signedIn.lead")}</p>
    <dl class="facts">${shownClaims.map(
      (name) => html`<div><dt>${t(`application.claim.${name}`)}</dt><dd>${textOf(claims?.[name])}</dd></div>`,
    )}</dl>
    <p class="chips">
      <a class="button" href="${applicationPath}/start?again=yes">${t("application.again")}</a>
      <a class="button quiet" href="${applicationPath}/logout">${t("application.logout")}</a>
    </p>`;
}

function textOf(claim: unknown): string {
  if (!Array.isArray(claim)) return String(claim ?? "–");
  return claim.map((policy?: { number?: string }) => policy?.number).join(", ");
}
