import type { Handler } from "@vestibule/vestibule/serve/backend.ts";
import { type Context, Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  fetchProtectedResource,
  genericGrantRequest,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  WWWAuthenticateChallengeError,
} from "openid-client";
import { isSecureRequest, keepLanguage } from "../cookies.ts";
import type { DemoDeps } from "../demo-deps.ts";
import { readDemoContext } from "../request-context.rule.ts";
import { apiRoutes } from "./api.route.ts";
import { type ApplicationSession, applicationScreen, type BankAccountResult } from "./application.screen.ts";
import { apiId, apiPath, applicationClientId, applicationPath, callbackPath } from "./application-client.rule.ts";
import { inProcess } from "./in-process-call.ts";

interface ApplicationDeps extends Pick<DemoDeps, "brands"> {
  /** The provider of this process, and the API. */
  server: Handler;
}

/** Pages that show what the API answers to the call of the same name. */
const apiPages = ["policy", "bank-account"] as const;
type ApiPage = (typeof apiPages)[number];

/** The refusal of the API that a sign-in answers, and the page that the person returns to. */
interface Challenge {
  page: ApiPage;
  error: string;
}

interface PendingSignIn {
  state: string;
  nonce: string;
  verifier: string;
  challenge: Challenge;
}

const cookies = {
  pending: "demo-application-pending",
  session: "demo-application-session",
  token: "demo-application-token",
  /** What the person has just signed in for. */
  returned: "demo-application-returned",
};
export const applicationCookies = Object.values(cookies);

const scope = "openid email profile policies offline_access policy:read bank-account:write";
const handoverGrant = {
  type: "urn:ietf:params:oauth:grant-type:token-exchange",
  subjectType: "urn:ietf:params:oauth:token-type:refresh_token",
};

/** An application that signs people in by OpenID Connect, shows what it learns of them and calls an API for them. */
export function applicationRoutes({ brands, clock, gateway }: Pick<DemoDeps, "brands" | "clock" | "gateway">): Hono {
  const api = apiRoutes({ clock, gateway });
  const server: Handler = {
    fetch: (request) => (new URL(request.url).pathname.startsWith(apiPath) ? api : gateway).fetch(request),
  };
  const deps: ApplicationDeps = { brands, server };
  const routes = new Hono().route("/", api);

  routes.get(applicationPath, (c) => {
    keepLanguage(c);
    const context = readDemoContext(c.req.raw, brands);
    const session = readCookie<ApplicationSession>(c, cookies.session);
    return c.html(applicationScreen(context, { session, error: c.req.query("error") }));
  });

  for (const page of apiPages)
    routes.get(`${applicationPath}/${page}`, async (c) => {
      keepLanguage(c);
      const result = await callApi(deps, c, page);
      const returned = takeReturned(c);
      // The same refusal after a sign-in is not asked about twice.
      const isAnswered = result.kind === "ok" || (returned?.page === page && returned.error === result.error);
      if (!isAnswered) {
        const challenge = { page, error: result.error };
        return startSignIn(deps, c, { challenge, parameters: stepUpOf(result) });
      }
      const session = readCookie<ApplicationSession>(c, cookies.session);
      return c.html(applicationScreen(readDemoContext(c.req.raw, brands), { session, page, result }));
    });

  routes.get(`${applicationPath}/start`, (c) =>
    startSignIn(deps, c, c.req.query("again") === "yes" ? { parameters: { prompt: "login consent" } } : {}),
  );

  routes.get(callbackPath, async (c) => {
    const pending = readCookie<PendingSignIn>(c, cookies.pending);
    deleteCookie(c, cookies.pending, { path: applicationPath });
    try {
      const tokens = await authorizationCodeGrant(await providerOf(deps, c), new URL(c.req.url), {
        pkceCodeVerifier: pending?.verifier ?? "",
        expectedState: pending?.state ?? "",
        expectedNonce: pending?.nonce ?? "",
        idTokenExpected: true,
      });
      saveCookie(c, cookies.session, { claims: tokens.claims(), idToken: tokens.id_token });
      saveCookie(c, cookies.token, { accessToken: tokens.access_token, refreshToken: tokens.refresh_token });
    } catch (fault) {
      const { error, code } = fault as { error?: string; code?: string };
      return c.redirect(`${applicationPath}?error=${encodeURIComponent(error ?? code ?? "unknown")}`, 303);
    }
    const page = apiPages.find((one) => one === pending?.challenge?.page);
    if (page === undefined) return c.redirect(applicationPath, 303);
    saveCookie(c, cookies.returned, { ...pending?.challenge });
    return c.redirect(`${applicationPath}/${page}`, 303);
  });

  // As an app does: it exchanges its refresh token, and opens the portal in the browser.
  routes.get(`${applicationPath}/account`, async (c) => {
    const { refreshToken = "" } = readCookie<{ refreshToken: string }>(c, cookies.token) ?? {};
    const url = await handOver(deps, c, refreshToken).catch(() => undefined);
    return url === undefined ? startSignIn(deps, c, {}) : c.redirect(url, 303);
  });

  routes.get(`${applicationPath}/logout`, async (c) => {
    const session = readCookie<ApplicationSession>(c, cookies.session);
    for (const name of [cookies.session, cookies.token]) deleteCookie(c, name, { path: applicationPath });
    if (session?.idToken === undefined) return c.redirect(applicationPath, 303);
    const { origin, language } = readDemoContext(c.req.raw, brands);
    const url = buildEndSessionUrl(await providerOf(deps, c), {
      id_token_hint: session.idToken,
      post_logout_redirect_uri: `${origin}${applicationPath}`,
      ui_locales: `${language}-CA`,
    });
    return c.redirect(url.href, 303);
  });
  return routes;
}

/** Sends the person to the provider, which asks only for what their session lacks. */
async function startSignIn(
  deps: ApplicationDeps,
  c: Context,
  { challenge, parameters }: { challenge?: Challenge; parameters?: Record<string, string> },
): Promise<Response> {
  const context = readDemoContext(c.req.raw, deps.brands);
  const pending = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier(), challenge };
  saveCookie(c, cookies.pending, pending);
  const url = buildAuthorizationUrl(await providerOf(deps, c), {
    scope,
    resource: apiId(context.origin),
    state: pending.state,
    nonce: pending.nonce,
    ui_locales: `${context.language}-CA`,
    redirect_uri: `${context.origin}${callbackPath}`,
    code_challenge: await calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: "S256",
    // A refresh token is for those who consent, which an application of the insurer asks without a page.
    prompt: "consent",
    ...parameters,
  });
  return c.redirect(url.href, 303);
}

/** The URL that signs the person of a refresh token in at the portal, once and within a minute. */
async function handOver(deps: ApplicationDeps, c: Context, refreshToken: string): Promise<string> {
  const { access_token: token } = await genericGrantRequest(await providerOf(deps, c), handoverGrant.type, {
    subject_token: refreshToken,
    subject_token_type: handoverGrant.subjectType,
  });
  return `/oidc/handover?${new URLSearchParams({ token })}`;
}

/** Calls the API with the access token of this browser. */
async function callApi(deps: ApplicationDeps, c: Context, page: ApiPage): Promise<BankAccountResult> {
  const { accessToken = "" } = readCookie<{ accessToken: string }>(c, cookies.token) ?? {};
  if (!/^[\w.-]+$/.test(accessToken)) return { kind: "refused", error: "invalid_token" };
  const url = new URL(`${apiId(new URL(c.req.url).origin)}/${page}`);
  try {
    const response = await fetchProtectedResource(await providerOf(deps, c), accessToken, url, "GET");
    const { bankAccount } = (await response.json()) as { bankAccount: string };
    return { kind: "ok", bankAccount };
  } catch (fault) {
    if (!(fault instanceof WWWAuthenticateChallengeError)) throw fault;
    const { error = "unknown", acr_values: acrValues, max_age: maxAge } = fault.cause[0]?.parameters ?? {};
    return { kind: "refused", error, acrValues, maxAge };
  }
}

/** The parameters by which the API asks for another sign-in (RFC 9470). */
function stepUpOf({ acrValues, maxAge }: Extract<BankAccountResult, { kind: "refused" }>): Record<string, string> {
  return { ...(acrValues && { acr_values: acrValues }), ...(maxAge && { max_age: maxAge }) };
}

function takeReturned(c: Context): Partial<Challenge> | undefined {
  const returned = readCookie<Challenge>(c, cookies.returned);
  if (returned !== undefined) deleteCookie(c, cookies.returned, { path: applicationPath });
  return returned;
}

/** The provider of this host and brand. */
function providerOf({ server }: ApplicationDeps, c: Context): Promise<Configuration> {
  const { origin } = new URL(c.req.url);
  return discovery(new URL(`${origin}/oidc`), applicationClientId, undefined, None(), {
    execute: [allowInsecureRequests],
    [customFetch]: inProcess(server, c.req.raw),
  });
}

/** What this browser sent may be anything; it is shown to this browser alone. */
function readCookie<Content>(c: Context, name: string): Partial<Content> | undefined {
  try {
    const content: unknown = JSON.parse(getCookie(c, name) ?? "");
    return content instanceof Object ? (content as Partial<Content>) : undefined;
  } catch {
    return undefined;
  }
}

function saveCookie(c: Context, name: string, content: object): void {
  const attributes = { path: applicationPath, httpOnly: true, sameSite: "Lax", secure: isSecureRequest(c) } as const;
  setCookie(c, name, JSON.stringify(content), attributes);
}
