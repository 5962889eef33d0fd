import { isOwnPost } from "@vestibule/contract/own-post.rule.ts";
import { type GatewaySession, lockAccountOfSession } from "../accounts/gateway-session.store.ts";
import { auditLocale } from "../audit/auditor.port.ts";
import type { ApiDeps } from "../deps.ts";
import { saveConsent } from "../oidc/allowed-application.store.ts";
import { consentScopesOf, finishConsent, type OidcInteraction } from "../oidc/interaction.ts";
import { oidcConsentPage } from "../oidc/oidc-page.message.ts";
import { transact } from "../platform/transaction.adapter.ts";
import type { GatewayContext } from "./gateway-request-context.rule.ts";

type ConsentDeps = Pick<ApiDeps, "database" | "auditor" | "oidcClients">;

/** Asks the person to allow what an application of another company sees, or takes their answer. */
export async function answerConsent(
  deps: ConsentDeps,
  context: GatewayContext,
  { interaction, session }: { interaction: OidcInteraction; session: GatewaySession },
): Promise<Response> {
  const { brand, origin } = context.get("requestContext");
  const clientId = String(interaction.params.client_id);
  const scopes = consentScopesOf(interaction);
  const answer = await readAnswer(context);
  if (answer === undefined) {
    const client = deps.oidcClients(brand, origin).find(({ id }) => id === clientId);
    if (client === undefined) return context.notFound();
    const { host } = new URL(String(interaction.params.redirect_uri));
    const request = languageRequest(context, interaction);
    const page = oidcConsentPage({ brand, request, name: client.name, host, email: session.email, scopes });
    return context.body(page.body, 200, page.headers);
  }
  const isAllowed = answer === "allow" && (await allowApplication(deps, context, { session, clientId, scopes }));
  await finishConsent(interaction, isAllowed);
  return context.redirect(interaction.returnTo, 303);
}

/** What the person answered on a page of this origin; undefined for any other request. */
async function readAnswer(context: GatewayContext): Promise<"allow" | "refuse" | undefined> {
  const { origin, portals } = context.get("requestContext");
  if (context.req.method !== "POST" || !isOwnPost(context.req.raw.headers, [origin, ...portals])) return undefined;
  const answer = new URLSearchParams(await context.req.text()).get("answer");
  return answer === "allow" || answer === "refuse" ? answer : undefined;
}

/** The request, in the language that the application asked for. */
function languageRequest({ req }: GatewayContext, { params }: OidcInteraction): { url: string; headers: Headers } {
  const url = new URL(req.url);
  if (typeof params.ui_locales === "string") url.searchParams.set("language", params.ui_locales.slice(0, 2));
  return { url: url.href, headers: req.raw.headers };
}

/** Keeps the person's consent; false once their session has ended. */
function allowApplication(
  { database, auditor }: ConsentDeps,
  context: GatewayContext,
  allowed: { session: GatewaySession; clientId: string; scopes: readonly string[] },
): Promise<boolean> {
  const { session, clientId, scopes } = allowed;
  const { locale } = context.get("requestContext");
  const { accountId, brandId } = session;
  return transact(database, async (transaction) => {
    if ((await lockAccountOfSession(transaction, session)) === undefined) return false;
    await saveConsent(transaction, { accountId, clientId, scopes });
    const facts = { application: clientId, scopes: scopes.join(" "), ...auditLocale(locale) };
    const event = { event: "application.allowed", result: "ok", brandId, accountId, actor: "person", facts } as const;
    await auditor.record(transaction, event);
    return true;
  });
}
