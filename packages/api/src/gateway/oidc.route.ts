import { secondFactorPath } from "@vestibule/catalogue/second-factor.table.ts";
import { relyingPartyOf } from "@vestibule/contract/brand/relying-party.rule.ts";
import { loginHintCookie } from "@vestibule/contract/cookies/login-hint.rule.ts";
import { interactionParameter } from "@vestibule/contract/cookies/waiting-application.rule.ts";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Provider } from "oidc-provider";
import { readDevice } from "../accounts/device.rule.ts";
import type { ApiDeps } from "../deps.ts";
import { startStepUp } from "../flows/sign-in/step-up.ts";
import type { Limits } from "../limits/limit.port.ts";
import { limitStore } from "../limits/limit.store.ts";
import { readAcrRequests } from "../oidc/authentication-context.rule.ts";
import {
  asksForConsent,
  asksForStrongerProof,
  finishInteraction,
  needsSecondProof,
  type OidcInteraction,
  satisfiesInteraction,
} from "../oidc/interaction.ts";
import { readInteractions, saveInteractions, waitingCookie } from "../oidc/interaction-cookie.adapter.ts";
import { secondsAheadOf } from "../oidc/library-time.adapter.ts";
import { callNodeHandler } from "../oidc/node-call.adapter.ts";
import { oidcFailureOf } from "../oidc/oidc-failure.rule.ts";
import { oidcErrorPage, oidcLoginPage, oidcUnavailablePage } from "../oidc/oidc-page.message.ts";
import { handoverPath, interactionPath, oidcPath, oidcPaths } from "../oidc/oidc-path.rule.ts";
import type { OidcProviders } from "../oidc/oidc-providers.adapter.ts";
import { type ProviderRequest, providerRequests } from "../oidc/provider-request.ts";
import { readAuthorizationParameters } from "../oidc/pushed-request.adapter.ts";
import { recordAuthorization } from "../oidc/record-authorization.ts";
import { reportRefusal } from "../oidc/report-refusal.ts";
import { languageOf } from "../oidc/ui-locales.rule.ts";
import { databaseRetryAfterSeconds, isUnstorable, UnstorableText } from "../platform/database-fault.rule.ts";
import { outageLog } from "../platform/outage-log.adapter.ts";
import {
  type GatewayContext,
  type GatewayEnvironment,
  type GatewayRequestContext,
  readGatewayRequestContext,
} from "./gateway-request-context.rule.ts";
import { endSession, readLiveSession } from "./gateway-session.adapter.ts";
import { answerConsent } from "./oidc-consent.ts";
import { openHandover } from "./oidc-handover.ts";
import { countRefusal, refuseByLimit, tooManyRequests } from "./oidc-limits.ts";
import { newPendingSignIn, setPendingSignInCookie } from "./pending-sign-in.adapter.ts";

type OidcDeps = Omit<ApiDeps, "serviceCredentials"> & { oidcProviders: OidcProviders };
type OidcRouteDeps = OidcDeps & { limits: Limits };

/** Endpoints that take their parameters from a query or a form alike (OpenID Connect Core 3.1.2.1). */
const formPaths: readonly string[] = [oidcPaths.authorize, oidcPaths.logout];
/** Endpoints at which an application authenticates. */
const clientPaths: readonly string[] = [oidcPaths.token, "/token/revocation", "/token/introspection", oidcPaths.push];
/** Paths that people open; the others are called by applications. */
const pagePath = /^\/(authorize|logout|interaction|handover)(\/|$)/;
/** The provider's paths that it answers without its storage, and so while the database is unavailable. */
const withoutStorage = /^\/(\.well-known\/|jwks$)/;
/** The provider's paths as they are written: its router also accepts other cases and a slash at the end. */
const knownPath =
  /^\/(\.well-known\/[\w-]+|jwks|authorize(\/[\w-]+)?|me|par|token(\/(revocation|introspection))?|logout(\/(confirm|success))?)$/;
const largestBody = 16 * 1024;
/** Leaves room for cookies in the 16 KB of headers that a server takes. */
const longestQuery = 12 * 1024;

/** The OpenID Connect provider over the gateway's session. */
export function oidcRoutes(oidcDeps: OidcDeps): Hono<GatewayEnvironment> {
  const deps = { ...oidcDeps, limits: limitStore(oidcDeps) };
  const logOutage = outageLog((facts) => deps.log.error("oidc.unavailable", facts));
  return new Hono<GatewayEnvironment>()
    .onError((fault, context) => faultPage(deps, context, { fault, logOutage }))
    .use(`${oidcPath}/*`, (context, next) => {
      context.set("requestContext", readGatewayRequestContext(deps, context));
      return next();
    })
    .use(
      `${oidcPath}/*`,
      bodyLimit({ maxSize: largestBody, onError: (context) => context.json({ error: "invalid_request" }, 413) }),
    )
    .on(["GET", "POST"], `${interactionPath}/:uid`, (context) =>
      continueInteraction(deps, context, context.req.param("uid")),
    )
    .get(handoverPath, (context) => openHandover(deps, context))
    .all(`${oidcPath}/*`, (context) => handleProtocol(deps, context));
}

/**
 * The person returns here after any sign-in: with a password, a passkey, a registration, a reset or a link. The page
 * that asks for consent is here too, and posts its answer.
 */
async function continueInteraction(deps: OidcRouteDeps, context: GatewayContext, uid: string): Promise<Response> {
  const requestContext = context.get("requestContext");
  const { brand, origin } = requestContext;
  const provider = await deps.oidcProviders.find(requestContext);
  if (provider === undefined) return context.notFound();
  const state = await readProviderRequest(deps, context);
  const { session } = state;
  return providerRequests.run(state, async () => {
    const isOwn = readInteractions(context, requestContext).includes(uid);
    const interaction = isOwn ? await provider.Interaction.find(uid) : undefined;
    if (interaction === undefined) {
      const { body, headers } = oidcLoginPage({ brand, request: context.req.raw }, "expired");
      return context.body(body, 400, headers);
    }
    if (session !== undefined && (await asksForConsent(deps, interaction, session)))
      return answerConsent(deps, context, { interaction, session });
    if (session !== undefined && (await needsSecondProof(deps, interaction, session))) {
      const isStarted = await startSecondProof(deps, context, { accountId: session.accountId, interaction: uid });
      if (isStarted) return context.redirect(requestContext.portal + secondFactorPath, 303);
    }
    const relyingParty = relyingPartyOf({ brand, origin, mode: deps.mode })?.id;
    if (session === undefined || !(await satisfiesInteraction(deps, interaction, { session, relyingParty })))
      return redirectToLogin(deps, context, { interaction, isSignedIn: session !== undefined });
    await finishInteraction(deps, interaction, session);
    return context.redirect(interaction.returnTo, 303);
  });
}

/** Starts the second proof of a signed-in person; false where they have no method for it. */
async function startSecondProof(
  deps: OidcRouteDeps,
  context: GatewayContext,
  { accountId, interaction }: { accountId: string; interaction: string },
): Promise<boolean> {
  const { brand, locale } = context.get("requestContext");
  const { id, pending } = newPendingSignIn(deps, context, { interaction });
  const device = readDevice(context.req.header("user-agent"));
  const isStarted = await startStepUp(deps, { brand, locale, accountId, device, pending });
  if (isStarted) setPendingSignInCookie(context, id);
  return isStarted;
}

/** Reads what the library needs of the gateway and of the database's clock. */
async function readProviderRequest(deps: OidcRouteDeps, context: GatewayContext): Promise<ProviderRequest> {
  const session = await readLiveSession(deps, context);
  return { session, aheadSeconds: secondsAheadOf(deps.clock) };
}

/** Answers a fault: with a page for people, and an error of OAuth for programs. */
function faultPage(
  { log }: OidcRouteDeps,
  context: GatewayContext,
  { fault, logOutage }: { fault: Error; logOutage(fault: Error): void },
): Response {
  const { status, error } = oidcFailureOf(fault);
  if (status === 503) logOutage(fault);
  if (status === 500) log.error("oidc.fault", { fault });
  const headers: Record<string, string> = status === 503 ? { "retry-after": String(databaseRetryAfterSeconds) } : {};
  const { pathname, search } = new URL(context.req.url);
  if (!pagePath.test(pathname.slice(oidcPath.length))) return context.json({ error }, status, headers);
  const request = { brand: context.get("requestContext").brand, request: context.req.raw };
  const again = context.req.method === "GET" ? `${pathname}${search}` : "/";
  const page = status === 400 ? oidcErrorPage({ ...request, error }) : oidcUnavailablePage({ ...request, again });
  return context.body(page.body, status, { ...page.headers, ...headers });
}

function findClient(
  { oidcProviders }: OidcRouteDeps,
  { brand, origin }: Pick<GatewayRequestContext, "brand" | "origin">,
  clientId: unknown,
) {
  return oidcProviders.clientsOf({ brand, origin }).find(({ id }) => id === clientId);
}

function redirectToLogin(
  deps: OidcRouteDeps,
  context: GatewayContext,
  { interaction, isSignedIn }: { interaction: OidcInteraction; isSignedIn: boolean },
): Response {
  const { brand, origin, portal } = context.get("requestContext");
  const { login_hint: email, ui_locales: locales, client_id: clientId } = interaction.params;
  const application = findClient(deps, { brand, origin }, clientId);
  const added = application && { [interaction.uid]: application.name };
  const open = readInteractions(context, { origin });
  context.header("set-cookie", waitingCookie(deps, context, { origin, open, ...(added && { added }) }), {
    append: true,
  });
  if (typeof email === "string") {
    const hint = { email, now: deps.clock.now(), origin, keys: deps.keys.cookie };
    context.header("set-cookie", loginHintCookie(hint), { append: true });
  }
  const language = languageOf(locales);
  const loginQuery = new URLSearchParams({
    [interactionParameter]: interaction.uid,
    ...(language !== undefined && { language }),
  });
  const loginPage = `/?${loginQuery}`;
  if (!isSignedIn || !asksForStrongerProof(interaction)) return context.redirect(`${portal}${loginPage}`, 303);
  const { headers } = context.req.raw;
  const request = { url: new URL(loginPage, origin).href, headers };
  const page = oidcLoginPage({ brand, request, interaction: interaction.uid }, "passkey");
  return context.body(page.body, 200, page.headers);
}

async function handleProtocol(deps: OidcRouteDeps, context: GatewayContext): Promise<Response> {
  const requestContext = context.get("requestContext");
  const provider = await deps.oidcProviders.find(requestContext);
  if (provider === undefined) return context.notFound();
  const { pathname, search } = new URL(context.req.url);
  const path = pathname.slice(oidcPath.length);
  if (!knownPath.test(path)) return context.notFound();
  if (context.req.method === "POST" && formPaths.includes(path)) return repeatWithGet(deps, context, path);
  // The state of a sign-out leaves with a redirect without being stored.
  if (path === oidcPaths.logout && isUnstorable([...new URLSearchParams(search).values()]))
    throw new UnstorableText("a parameter of a sign-out has a NUL or a lone surrogate");
  const refusal = await refuseByLimit(deps, context, path);
  if (refusal !== undefined) return refusal;
  return callProvider(deps, context, { provider, path, search });
}

/**
 * Repeats a posted request with GET: a form of another site sends no session cookie, and the redirect that follows it
 * does.
 */
async function repeatWithGet(deps: OidcRouteDeps, context: GatewayContext, path: string): Promise<Response> {
  const query = String(new URLSearchParams(await context.req.text()));
  if (query.length <= longestQuery) return context.redirect(`${oidcPath}${path}?${query}`, 303);
  const { brand } = context.get("requestContext");
  const error = "invalid_request";
  reportRefusal(deps, { brand, path, error, reason: "request too long", clientId: undefined, isPublic: false });
  const action = path === oidcPaths.logout ? "signOut" : "signIn";
  const page = oidcErrorPage({ brand, request: context.req.raw, error, action });
  return context.body(page.body, 400, page.headers);
}

async function callProvider(deps: OidcRouteDeps, context: GatewayContext, call: ProviderCall): Promise<Response> {
  const { provider, path, search } = call;
  const requestContext = context.get("requestContext");
  const { origin } = requestContext;
  const parameters = new URLSearchParams(search);
  const minimumAcr = findClient(deps, requestContext, parameters.get("client_id"))?.minimumAcr;
  const acr = { ...readAcrRequests(await readAuthorizationParameters(provider, parameters)), minimumAcr };
  const state: ProviderRequest = withoutStorage.test(path)
    ? { session: undefined, aheadSeconds: 0 }
    : { ...(await readProviderRequest(deps, context)), acr, isSigningOut: path === oidcPaths.confirmLogout };
  const { session } = state;
  const interactions = readInteractions(context, requestContext);
  const resumed = interactions.find((uid) => path === `${oidcPaths.authorize}/${uid}`);
  const handler = provider.callback();
  const send = (request: Request, target: string) => {
    const cookie = cookiesFor(request, { hasSession: session !== undefined || state.draft !== undefined, resumed });
    const nodeCall = { request, mountPath: oidcPath, path: target, origin, cookie };
    return providerRequests.run(state, () => callNodeHandler(handler, nodeCall));
  };
  const repeated = path === oidcPaths.token ? context.req.raw.clone() : undefined;
  let response = await send(context.req.raw, `${path}${search}`);
  if (state.lostReplacement && repeated !== undefined) {
    delete state.replaced;
    delete state.refused;
    response = await send(repeated, `${path}${search}`);
  }
  if (state.fault !== undefined) throw state.fault;
  // A browser that is not signed in has no session whose sign-out it could confirm.
  if (session === undefined && state.draft?.state !== undefined && path === oidcPaths.logout)
    response = await send(confirmation(context.req.raw, state.draft.state), oidcPaths.confirmLogout);
  if (state.refused !== undefined) reportRefusal(deps, { brand: requestContext.brand, path, ...state.refused });
  const reached =
    state.refused && clientPaths.includes(path) && (await countRefusal(deps, requestContext, state.refused));
  if (reached) return tooManyRequests(context, reached);
  // This server sets the provider's cookies itself: the session's is the gateway's, and an interaction's is kept with
  // the others.
  response.headers.delete("set-cookie");
  const opened = interactionOf(response);
  if (opened !== undefined || resumed !== undefined) {
    const open = interactions.filter((uid) => uid !== resumed);
    saveInteractions(response.headers, requestContext, opened === undefined ? open : [opened, ...open]);
    response.headers.append("set-cookie", waitingCookie(deps, context, { origin, open }));
  }
  if (state.authorized !== undefined) await recordAuthorization(deps, requestContext, state.authorized);
  if (state.signedOut && session !== undefined) await endSession(deps, context);
  return context.newResponse(response.body, response);
}

interface ProviderCall {
  provider: Provider;
  path: string;
  search: string;
}

/** Builds the library's own cookies from the server's data; those of the browser are ignored. */
function cookiesFor(
  { headers }: Request,
  { hasSession, resumed }: { hasSession: boolean; resumed: string | undefined },
) {
  const language = /(?:^|;\s*)(language=\w+)/.exec(headers.get("cookie") ?? "")?.[1];
  return [language, hasSession && "session=gateway", resumed && `resume=${resumed}`].filter(Boolean).join("; ");
}

function confirmation({ url, headers }: Request, { secret }: Record<string, unknown>): Request {
  const accepted = { accept: "text/html", "accept-language": headers.get("accept-language") ?? "" };
  const body = new URLSearchParams({ xsrf: String(secret), logout: "yes" });
  return new Request(url, { method: "POST", body, headers: accepted });
}

function interactionOf({ headers }: Response): string | undefined {
  const location = headers.get("location") ?? "";
  return location.startsWith(`${interactionPath}/`) ? location.slice(interactionPath.length + 1) : undefined;
}
