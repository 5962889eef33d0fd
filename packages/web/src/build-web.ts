import type { LinkSource } from "@vestibule/catalogue/link.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import type { Brand, BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { gatewaySessionCookieName } from "@vestibule/contract/cookies/cookie-name.rule.ts";
import { readSignInPause, signInPauseCookieName } from "@vestibule/contract/cookies/sign-in-pause.rule.ts";
import { browserSessionHeader, emailSourceHeader } from "@vestibule/contract/v1/support.schema.ts";
import { parse as parseCookies, serialize as serializeCookie } from "hono/utils/cookie";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { z } from "zod";
import { keepSingleSignOn } from "../app/flows/login/single-sign-on.rule.ts";
import { type PortalSession, portalSlices } from "../app/portal-session.server.ts";
import { browserSessionIdFor } from "../app/request/browser-session-id.server.ts";
import { parseEntryQuery } from "../app/request/entry-query.rule.ts";
import { bypassParameter } from "../app/request/maintenance-bypass.rule.ts";
import { readPreferences } from "../app/request/preferences.ts";
import type { AgentPageSettings, PortalRequestContext, requestContextKey } from "../app/request/request-context.ts";
import { type CookieKeys, openCookie, sealCookie } from "../app/session/sealed-cookie.server.ts";
import { type OpenedSession, openSession } from "../app/session/session-slice.server.ts";
import { gatewayHandoff } from "./gateway-handoff.ts";
import { type AskMaintenance, maintenanceWatch } from "./maintenance-watch.client.ts";
import { publicUrl, rejectPageRequest } from "./page-request.rule.ts";

export interface WebDeps {
  /** The built portal (build/server/index.js), or in development a function that reloads it. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  brands: BrandBook;
  cookieKeys: CookieKeys;
  mode: "demo" | "production";
  clock: { now(): Date };
  api: { baseUrl: string; fetch: typeof fetch };
  reportFault(error: unknown): void;
  /** Undefined when this portal has no page for agents. */
  agentPage?: AgentPageSettings | undefined;
  /** Counts the mailing that an incoming link came from, for statistics. */
  countLinkSource(arrival: { brandId: string; source: LinkSource }): void;
}

/** Facts about one request, determined before it reaches the portal. */
export interface RequestFacts {
  /** Nonce of the Content-Security-Policy header of the response. */
  nonce: string;
  /** Public scheme, host and port; used for links and the Origin check. */
  origin: string;
  /** Verified client IP; passed on to the API. */
  clientIp: string;
  /** Set for previews. */
  preview?: PreviewRequest | undefined;
}

/** A preview: session and API responses are given here instead of coming from the browser. It sets no cookies. */
export interface PreviewRequest {
  session: PortalSession;
  rememberedEmail?: string | undefined;
  fetch: typeof fetch;
  /** Replaces the portal's own configuration. */
  agentPage?: AgentPageSettings;
  /** Replaces the clock. */
  now?: Date;
  /** Sends the page without scripts. */
  withoutScripts?: true;
  /** Receives errors of the page instead of the portal's own handler. */
  reportFault?: (error: unknown) => void;
}

const rememberedLogin = z.object({ email: z.string() });
const sessionSeconds = ttl.portalSessionMinutes * 60;
const preferenceSeconds = ttl.preferenceCookieMonths * 30.4375 * 24 * 3600;

/** The portal as a function from Request to Response. */
export function buildWeb(deps: WebDeps): (request: Request, facts: RequestFacts) => Promise<Response> {
  const handlers = new WeakMap<ServerBuild, ReturnType<typeof createRequestHandler>>();
  const maintenance = maintenanceWatch(deps.api.baseUrl);
  return async (request, facts) => {
    const refusal = rejectPageRequest(request, facts);
    if (refusal !== undefined) return new Response(null, refusal);
    const build = typeof deps.build === "function" ? await deps.build() : deps.build;
    const key = (build.entry.module as unknown as { requestContextKey: typeof requestContextKey }).requestContextKey;

    const desk = await openRequestContext({ ...deps, maintenance }, request, facts);
    const context = new RouterContextProvider();
    context.set(key, desk.requestContext);

    const answer = await handlerOf(build)(new Request(publicUrl(request, facts), request), context);
    return desk.close(answer);
  };

  function handlerOf(build: ServerBuild): ReturnType<typeof createRequestHandler> {
    const known = handlers.get(build);
    if (known !== undefined) return known;
    const handler = createRequestHandler(build, typeof deps.build === "function" ? "development" : "production");
    handlers.set(build, handler);
    return handler;
  }
}

/** Creates the context of one request, and the function that adds its cookies to the response. */
async function openRequestContext(
  deps: WebDeps & { maintenance: AskMaintenance },
  request: Request,
  facts: RequestFacts,
) {
  const { url, cookies, brand, preferences, arrival } = readRequest(deps, request);
  const { preview } = facts;
  const secure = facts.origin.startsWith("https:");
  const name = (plain: string) => (secure ? `__Host-${plain}` : plain);
  const sessionCookie = {
    name: name("portal"),
    keys: deps.cookieKeys,
    purpose: `${brand.id}/session`,
    lifetimeSeconds: sessionSeconds,
    reportFault: deps.reportFault,
  };
  const opened: OpenedSession<PortalSession> = preview
    ? { session: preview.session, seal: async () => undefined }
    : await openSession(portalSlices, sessionCookie, cookies[sessionCookie.name]);
  const { session } = opened;
  const rememberedCookie = {
    keys: deps.cookieKeys,
    purpose: `${brand.id}/remembered`,
    lifetimeSeconds: preferenceSeconds,
  };
  const remembered = preview
    ? { email: preview.rememberedEmail }
    : await openCookie(rememberedCookie, cookies[name("remembered")], rememberedLogin);
  const apiFetch = preview?.fetch ?? deps.api.fetch;
  const now = preview?.now ?? deps.clock.now();
  const added: (string | Promise<string>)[] = [];

  const cookie = (cookieName: string, value: string, maxAge: number, httpOnly = true) =>
    serializeCookie(cookieName, value, { path: "/", sameSite: "Lax", httpOnly, secure, maxAge: Math.round(maxAge) });
  const prefer: PortalRequestContext["prefer"] = (choice) => {
    for (const [preference, value] of Object.entries(choice)) added.push(cookie(preference, value, preferenceSeconds));
  };
  prefer(preferences.chosen);
  if (url.searchParams.get("webview") === "true") session.webview = true;
  const source = preview ? undefined : keepSingleSignOn(session, { arrival, brand });
  if (source !== undefined) deps.countLinkSource({ brandId: brand.id, source });

  const requestContext: PortalRequestContext = {
    brand,
    province: preferences.province,
    provinceFrom: preferences.provinceFrom,
    language: preferences.language,
    nonce: facts.nonce,
    origin: facts.origin,
    mode: deps.mode,
    now,
    session,
    rememberedEmail: remembered?.email,
    rememberEmail(email) {
      const seal = () => sealCookie(rememberedCookie, { email });
      added.push(
        email === undefined
          ? cookie(name("remembered"), "", 0)
          : seal().then((value) => cookie(name("remembered"), value, preferenceSeconds)),
      );
    },
    ...gatewayHandoff({
      ...{ keys: deps.cookieKeys, brandId: brand.id, now, session },
      sealed: cookies[name("account-id")],
      setCookie: (value, seconds) =>
        void added.push(Promise.resolve(value).then((sealed) => cookie(name("account-id"), sealed, seconds))),
    }),
    prefer,
    addCookie: (header) => void added.push(header),
    readCookie: (cookieName) => cookies[cookieName],
    api: { baseUrl: deps.api.baseUrl, fetch: (input, init) => apiFetch(withBypass(input), withVisit(input, init)) },
    maintenance: () => (preview ? Promise.resolve({ kind: "open" }) : deps.maintenance(requestContext, url)),
    signInPause: readSignInPause({
      signed: cookies[signInPauseCookieName({ origin: facts.origin })],
      now,
      keys: deps.cookieKeys,
    }),
    hasGatewayCookie: cookies[gatewaySessionCookieName(facts)] !== undefined,
    agentPage: preview ? preview.agentPage : deps.agentPage,
    ...(preview?.withoutScripts && { withoutScripts: true }),
    reportFault: preview?.reportFault ?? deps.reportFault,
  };

  function withVisit(input: RequestInfo | URL, init: RequestInit | undefined): RequestInit {
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    if (!headers.has("province")) headers.set("province", requestContext.province.toUpperCase());
    headers.set("language", requestContext.language);
    headers.set("api-key", brand.apiKey ?? brand.id);
    headers.set("x-vestibule-address", facts.clientIp);
    headers.set("x-vestibule-origin", facts.origin);
    const browserSessionId = browserSessionIdFor(session, {
      method: init?.method ?? (input instanceof Request ? input.method : "GET"),
    });
    if (browserSessionId !== undefined) headers.set(browserSessionHeader, browserSessionId);
    const { emailSource } = session.singleSignOn ?? {};
    if (emailSource !== undefined) headers.set(emailSourceHeader, emailSource);
    return { ...init, headers };
  }

  function withBypass(input: RequestInfo | URL): RequestInfo | URL {
    if (session.maintenanceBypass === undefined) return input;
    const asked = new URL(input instanceof Request ? input.url : input);
    if (!asked.searchParams.has(bypassParameter)) asked.searchParams.set(bypassParameter, session.maintenanceBypass);
    return input instanceof Request ? new Request(asked, input) : asked;
  }

  return {
    requestContext,
    async close(answer: Response): Promise<Response> {
      if (preview) return answer;
      const sealed = await opened.seal();
      if (sealed !== undefined) added.push(cookie(sessionCookie.name, sealed, sessionSeconds));
      const headers = new Headers(answer.headers);
      for (const header of await Promise.all(added)) headers.append("set-cookie", header);
      return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
    },
  };
}

/** Brand, province and language in which a request is answered. */
export function readLocale(deps: Pick<WebDeps, "brands" | "mode">, request: Request) {
  const { brand, preferences } = readRequest(deps, request);
  return { brand, province: preferences.province, language: preferences.language };
}

function readRequest(deps: Pick<WebDeps, "brands" | "mode">, request: Request) {
  const url = new URL(request.url);
  const cookies = parseCookies(request.headers.get("cookie") ?? "");
  const brand = brandOf(deps, url, cookies["demo-brand"]);
  const arrival = parseEntryQuery(url);
  const preferences = readPreferences(brand, {
    arrival,
    cookies: { province: cookies.province, language: cookies.language },
    acceptLanguage: request.headers.get("accept-language"),
  });
  return { url, cookies, brand, preferences, arrival };
}

/** The host selects the brand; in demo mode a cookie or `?brand=` can select another on any host. */
function brandOf(deps: Pick<WebDeps, "brands" | "mode">, url: URL, demoBrand: string | undefined): Brand {
  const wished = deps.mode === "demo" ? deps.brands.byId(url.searchParams.get("brand") ?? demoBrand ?? "") : undefined;
  return wished ?? deps.brands.byHost(url.host);
}
