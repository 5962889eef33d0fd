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
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import { isSecure, keepLanguage } from "../cookies.ts";
import type { DemoDeps } from "../demo-deps.ts";
import { type DemoRequestContext, readRequestContext } from "../request-context.rule.ts";
import { type ApplicationSession, applicationScreen } from "./application.screen.ts";
import { applicationClientId, applicationPath, callbackPath } from "./application-client.rule.ts";

interface PendingSignIn {
  state: string;
  nonce: string;
  verifier: string;
}

const cookies = { pending: "demo-application-pending", session: "demo-application-session" };
const scope = "openid email profile policies";

/** An application of the insurer that signs people in by OpenID Connect and shows what it learns of them. */
export function applicationRoutes({ brands, gateway }: Pick<DemoDeps, "brands" | "gateway">): Hono {
  const routes = new Hono();

  routes.get(applicationPath, (c) => {
    keepLanguage(c);
    const context = readRequestContext(c.req.raw, brands);
    const session = readCookie<ApplicationSession>(c, cookies.session);
    return c.html(applicationScreen(context, { session, error: c.req.query("error") }));
  });

  routes.get(`${applicationPath}/start`, async (c) => {
    const context = readRequestContext(c.req.raw, brands);
    const pending: PendingSignIn = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
    saveCookie(c, cookies.pending, pending);
    const url = buildAuthorizationUrl(await providerOf(c, gateway), {
      scope,
      state: pending.state,
      nonce: pending.nonce,
      ui_locales: `${context.language}-CA`,
      redirect_uri: `${context.origin}${callbackPath}`,
      code_challenge: await calculatePKCECodeChallenge(pending.verifier),
      code_challenge_method: "S256",
      ...(c.req.query("again") === "yes" && { prompt: "login" }),
    });
    return c.redirect(url.href, 303);
  });

  routes.get(callbackPath, async (c) => {
    const pending = readCookie<PendingSignIn>(c, cookies.pending);
    deleteCookie(c, cookies.pending, { path: applicationPath });
    try {
      const tokens = await authorizationCodeGrant(await providerOf(c, gateway), new URL(c.req.url), {
        pkceCodeVerifier: pending?.verifier ?? "",
        expectedState: pending?.state ?? "",
        expectedNonce: pending?.nonce ?? "",
        idTokenExpected: true,
      });
      saveCookie(c, cookies.session, { claims: tokens.claims(), idToken: tokens.id_token });
      return c.redirect(applicationPath, 303);
    } catch (fault) {
      const { error, code } = fault as { error?: string; code?: string };
      return c.redirect(`${applicationPath}?error=${encodeURIComponent(error ?? code ?? "unknown")}`, 303);
    }
  });

  routes.get(`${applicationPath}/logout`, async (c) => {
    const session = readCookie<ApplicationSession>(c, cookies.session);
    deleteCookie(c, cookies.session, { path: applicationPath });
    if (session?.idToken === undefined) return c.redirect(applicationPath, 303);
    const { origin, language }: DemoRequestContext = readRequestContext(c.req.raw, brands);
    const url = buildEndSessionUrl(await providerOf(c, gateway), {
      id_token_hint: session.idToken,
      post_logout_redirect_uri: `${origin}${applicationPath}`,
      ui_locales: `${language}-CA`,
    });
    return c.redirect(url.href, 303);
  });
  return routes;
}

/**
 * The provider of this host and brand, called within the process, since a host name of the demo may not resolve here.
 */
function providerOf(c: Context, gateway: Handler): Promise<Configuration> {
  const { origin } = new URL(c.req.url);
  const call = async (url: string, options: object) => {
    const request = new Request(url, options as RequestInit);
    request.headers.set("cookie", c.req.header("cookie") ?? "");
    request.headers.set("x-vestibule-origin", origin);
    request.headers.set("x-vestibule-client-ip", c.req.header("x-vestibule-client-ip") ?? "");
    return gateway.fetch(request);
  };
  return discovery(new URL(`${origin}/oidc`), applicationClientId, undefined, None(), {
    execute: [allowInsecureRequests],
    [customFetch]: call,
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
  const attributes = { path: applicationPath, httpOnly: true, sameSite: "Lax", secure: isSecure(c) } as const;
  setCookie(c, name, JSON.stringify(content), attributes);
}
