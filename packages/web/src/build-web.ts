import { randomInt } from "node:crypto";
import type { LinkSource } from "@vestibule/catalogue/link.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import type { ApiFetch } from "@vestibule/contract/api.client.ts";
import type { Brand, BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { cookieName } from "@vestibule/contract/cookies/cookie-name.rule.ts";
import { readCookies } from "@vestibule/contract/cookies/read-cookies.rule.ts";
import { folderVersion } from "@vestibule/contract/internal/brand-version.endpoint.ts";
import { parse as parseCookies } from "hono/utils/cookie";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { keepSingleSignOn } from "../app/flows/login/single-sign-on.rule.ts";
import { journeySlices, newPortalSession, portalSlices, type SessionContents } from "../app/portal-slices.server.ts";
import type { BrandScreens } from "../app/request/brand-screens.port.ts";
import { parseEntryQuery } from "../app/request/entry-query.rule.ts";
import { preferenceSeconds, readPreferences } from "../app/request/preferences.ts";
import type { PortalRequestContext, requestContextKey } from "../app/request/request-context.ts";
import { accountLocaleSlice, brandVersionSlice, webviewSlice } from "../app/request/session-slice.server.ts";
import { openSession } from "../app/session/open-session.server.ts";
import type { PortalSession } from "../app/session/portal-session.server.ts";
import type { EncryptionKeys } from "../app/session/sealed-cookie.server.ts";
import { anonymousPages } from "./anonymous-pages.ts";
import { addCallHeaders } from "./call-headers.ts";
import { type AskMaintenance, createMaintenanceClient } from "./maintenance-watch.client.ts";
import { publicUrl, rejectPageRequest } from "./page-request.rule.ts";
import { type CookieExchange, requestCookies } from "./request-cookies.ts";

export type { BrandPicture, BrandScreens } from "../app/request/brand-screens.port.ts";

export interface WebDeps {
  /** The built portal (build/server/index.js), or in development a function that reloads it. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  brands: BrandBook;
  cookieKeys: EncryptionKeys;
  mode: "demo" | "production";
  clock: { now(): Date };
  /** `serviceCredential`: undefined when this portal has no page for agents. */
  api: { fetch: ApiFetch; serviceCredential?: string | undefined };
  screens?: BrandScreens;
  reportFault(error: unknown): void;
  /** Counts the mailing that an incoming link came from, for statistics. */
  countLinkSource(entryQuery: { brandId: string; source: LinkSource }): void;
}

/** Facts about one request, determined before it reaches the portal. */
export interface PageRequestFacts {
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
  /** Replaces the brand of the host. */
  brand?: Brand;
  session: SessionContents;
  /** Contents of encrypted cookies, by name. */
  cookies?: Readonly<Record<string, unknown>>;
  fetch: ApiFetch;
  /** Replaces the credential of the portal. */
  serviceCredential?: string;
  /** Replaces the clock. */
  now?: Date;
  /** Replaces what draws screens for the digital team. */
  screens?: BrandScreens;
  /** Sends the page without scripts. */
  withoutScripts?: true;
  /** Receives errors of the page instead of the portal's own handler. */
  reportFault?: (error: unknown) => void;
}

export { isOfJourney } from "../app/portal-slices.server.ts";

/** The portal as a function from Request to Response. */
export function buildWeb(deps: WebDeps): (request: Request, facts: PageRequestFacts) => Promise<Response> {
  const handlers = new WeakMap<ServerBuild, ReturnType<typeof createRequestHandler>>();
  const opening = { ...deps, maintenance: createMaintenanceClient() };
  const findPage = anonymousPages((url, requestContext) => render(new Request(url), requestContext));
  return async (request, facts) => {
    const refusal = rejectPageRequest(request, facts);
    if (refusal !== undefined) return new Response(null, refusal);
    const { requestContext, close } = await openRequest(opening, request, facts);
    const isShared = typeof deps.build !== "function" && facts.preview === undefined;
    const page = isShared ? await findPage(request, requestContext) : undefined;
    if (page !== undefined) return page;
    return close(await render(new Request(publicUrl(request, facts), request), requestContext));
  };

  async function render(request: Request, requestContext: PortalRequestContext): Promise<Response> {
    const build = typeof deps.build === "function" ? await deps.build() : deps.build;
    const key = (build.entry.module as unknown as { requestContextKey: typeof requestContextKey }).requestContextKey;
    const context = new RouterContextProvider();
    context.set(key, requestContext);
    return handlerOf(build)(request, context);
  }

  function handlerOf(build: ServerBuild): ReturnType<typeof createRequestHandler> {
    const known = handlers.get(build);
    if (known !== undefined) return known;
    const handler = createRequestHandler(build, typeof deps.build === "function" ? "development" : "production");
    handlers.set(build, handler);
    return handler;
  }
}

interface OpenedRequest {
  requestContext: PortalRequestContext;
  /** Adds the cookies of the request to its response. */
  close(response: Response): Promise<Response>;
}

async function openRequest(
  deps: WebDeps & { maintenance: AskMaintenance },
  request: Request,
  facts: PageRequestFacts,
): Promise<OpenedRequest> {
  const { preview, clientIp, nonce, origin } = facts;
  const { url, received, brand: hostBrand, entryQuery, sources } = readRequest(deps, request, preview?.brand);
  const now = preview?.now ?? deps.clock.now();
  const cookies = requestCookies({
    received,
    brandId: hostBrand.id,
    origin,
    now,
    keys: deps.cookieKeys,
    previewed: preview && (preview.cookies ?? {}),
  });
  const portalSession = await openPortalSession(deps, { brand: hostBrand, cookies, now, facts });
  const { session } = portalSession;
  const brand = brandOfJourney(deps.brands, hostBrand, session);
  const account = accountLocaleOf(request);
  if (account !== undefined && !(received.province && received.language)) session.set(accountLocaleSlice, account);
  const { chosen, ...locale } = readPreferences(brand, { ...sources, account: session.get(accountLocaleSlice) });
  const apiFetch = preview?.fetch ?? deps.api.fetch;

  const requestContext: PortalRequestContext = {
    ...locale,
    brand,
    nonce,
    origin,
    mode: deps.mode,
    now,
    session,
    cookies,
    prefer(choice) {
      for (const [preference, value] of Object.entries(choice)) cookies.set(preference, value, preferenceSeconds);
    },
    api: {
      fetch: (call) =>
        apiFetch(
          addCallHeaders(call, {
            requestContext,
            clientIp,
            userAgent: request.headers.get("user-agent"),
            hasExperiment: deps.brands.experiment(brand.id) !== undefined,
          }),
        ),
      serviceCredential: (preview ?? deps.api).serviceCredential,
    },
    screens: preview ? preview.screens : deps.screens,
    maintenance: async () => (preview ? { kind: "open" } : deps.maintenance(requestContext, url)),
    ...(preview?.withoutScripts && { withoutScripts: true }),
    reportFault: preview?.reportFault ?? deps.reportFault,
  };
  requestContext.prefer(chosen);
  if (url.searchParams.get("webview") === "true") requestContext.session.set(webviewSlice, true);
  const source = preview ? undefined : keepSingleSignOn(requestContext.session, { entryQuery, brand });
  if (source !== undefined) deps.countLinkSource({ brandId: brand.id, source });

  return {
    requestContext,
    async close(response) {
      if (preview) return response;
      keepBrandVersion(deps.brands, brand, session);
      await portalSession.close();
      const headers = new Headers(response.headers);
      for (const header of await cookies.setCookieHeaders()) headers.append("set-cookie", header);
      return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
    },
  };
}

/** The brand as the journey under way began with it, while the server keeps that version. */
function brandOfJourney(brands: BrandBook, brand: Brand, session: PortalSession): Brand {
  const brandVersion = session.get(brandVersionSlice);
  if (brandVersion === undefined || brandVersion === (brand.version ?? folderVersion)) return brand;
  return brands.former(brand.id, brandVersion) ?? brand;
}

/** Saves the version of the brand for as long as a journey is under way. */
function keepBrandVersion(brands: BrandBook, { id, version = folderVersion }: Brand, session: PortalSession): void {
  if (!journeySlices.some((slice) => session.has(slice))) {
    session.delete(brandVersionSlice);
    return;
  }
  const experiment = session.has(brandVersionSlice) ? undefined : brands.experiment(id);
  const isTried = experiment !== undefined && randomInt(100) < experiment.share;
  session.set(brandVersionSlice, isTried ? experiment.version : version);
}

/** The portal session of a brand. Closing it sets its cookie where it has changed. */
async function openPortalSession(
  deps: Pick<WebDeps, "cookieKeys" | "reportFault">,
  { brand, cookies, now, facts }: { brand: Brand; cookies: CookieExchange; now: Date; facts: PageRequestFacts },
): Promise<{ session: PortalSession; close(): Promise<void> }> {
  if (facts.preview) return { session: newPortalSession(facts.preview.session), close: async () => {} };
  const cookie = {
    name: cookieName("portal", facts),
    keys: deps.cookieKeys,
    purpose: `${brand.id}/session`,
    now,
    lifetimeSeconds: ttl.portalSessionMinutes * 60,
    reportFault: deps.reportFault,
  };
  const { session, seal } = await openSession(portalSlices, cookie, cookies.read(cookie.name));
  return {
    session,
    async close() {
      const sealed = await seal();
      if (sealed !== undefined) cookies.set(cookie.name, sealed, cookie.lifetimeSeconds);
    },
  };
}

/** Brand, province and language in which a request is answered. */
export function readLocale(deps: Pick<WebDeps, "brands" | "mode">, request: Request) {
  const { brand, sources } = readRequest(deps, request);
  const { province, language } = readPreferences(brand, sources);
  return { brand, province, language };
}

/** Language and province of the signed-in person's account, from the gateway. */
function accountLocaleOf({ headers }: Request): SessionContents["accountLocale"] {
  const language = headers.get("x-account-language");
  const province = headers.get("x-account-province");
  return language === null || province === null ? undefined : { language, province };
}

/** Without cookies that the request has more than once, as the gateway reads them. */
function receivedCookies(headers: Headers): Record<string, string> {
  const cookie = headers.get("cookie");
  const single = readCookies(cookie);
  return Object.fromEntries(Object.entries(parseCookies(cookie ?? "")).filter(([name]) => Object.hasOwn(single, name)));
}

function readRequest(deps: Pick<WebDeps, "brands" | "mode">, request: Request, previewed?: Brand) {
  const url = new URL(request.url);
  const received = receivedCookies(request.headers);
  const brand = previewed ?? brandOf(deps, url, received["demo-brand"]);
  const entryQuery = parseEntryQuery(url);
  const sources = {
    // The cookies have what the document's URL named, or a later choice, which its script must not undo on browser Back.
    entryQuery: url.pathname.endsWith(".data") ? {} : entryQuery,
    cookies: { province: received.province, language: received.language },
    acceptLanguage: request.headers.get("accept-language"),
  };
  return { url, received, brand, entryQuery, sources };
}

/** The host selects the brand; in demo mode a cookie or `?brand=` can select another on any host. */
function brandOf(deps: Pick<WebDeps, "brands" | "mode">, url: URL, demoBrand: string | undefined): Brand {
  const requested =
    deps.mode === "demo" ? deps.brands.byId(url.searchParams.get("brand") ?? demoBrand ?? "") : undefined;
  return requested ?? deps.brands.byHost(url.host);
}
