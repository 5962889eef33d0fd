import { ROOT_CONTEXT, SpanStatusCode } from "@opentelemetry/api";
import { suppressTracing } from "@opentelemetry/core";
import { isDatabaseUnavailable } from "@vestibule/api/platform/database-fault.rule.ts";
import type { Log } from "@vestibule/api/platform/log.port.ts";
import type { ServerMetrics } from "@vestibule/api/platform/server-metrics.adapter.ts";
import { inSpan, readTraceContext } from "@vestibule/api/platform/tracing.adapter.ts";
import type { Brand, BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { preferredLanguage } from "@vestibule/contract/brand/preferred-language.rule.ts";
import { endpointPaths } from "@vestibule/contract/endpoints.ts";
import { insurerSystemEndpoints } from "@vestibule/contract/internal/insurer-system.endpoint.ts";
import { foreignFormPage } from "@vestibule/wording/error-page.ts";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { bearerAuth } from "hono/bearer-auth";
import { compress } from "hono/compress";
import { HTTPException } from "hono/http-exception";
import type { WebHandler } from "./assemble-web.ts";
import type { GatewayBackend, Handler } from "./backend.ts";
import type { TrustedNetworks } from "./client-ip.rule.ts";
import type { DemoMode } from "./demo-mode.ts";
import { eventLoopOverloadGuard } from "./event-loop.guard.ts";
import { failureResponse, fallbackResponses } from "./fallback-response.message.ts";
import { isBehindProxy, readForwardedRequest, sourceOf } from "./forwarded-request.route.ts";
import { replaceFormRedirect } from "./leave-page.guard.ts";
import { refuseLongRedirect } from "./long-redirect.guard.ts";
import { healthRoutes, type Readiness } from "./readiness.route.ts";
import { signedInResponse } from "./remote-backend.client.ts";
import type { AppEnv } from "./request-facts.ts";
import { pageBody, requestLimit } from "./request-limit.guard.ts";
import { type RoutePatterns, routePatterns } from "./route-pattern.rule.ts";
import { responseHeaders } from "./security-headers.route.ts";
import { assetRoutes, brandFileRoutes } from "./static-file.route.ts";
import { wellKnownRoutes } from "./well-known.route.ts";

/** Dependencies of the app. The paths of an absent handler are not served here. */
export interface AppHandlers {
  brands: BrandBook;
  trusted: TrustedNetworks;
  /** Whether the trusted proxies set X-Forwarded-Host themselves. */
  trustForwardedHost?: boolean;
  /** How a host that no brand lists is handled; defaults to the default brand. */
  unknownHosts?: "defaultBrand" | "refused";
  readiness: Readiness;
  log: Log;
  metrics: ServerMetrics;
  build: "built" | "development";
  /** `uncached` for the preview of a brand, which shows each save. */
  brandFiles?: "cached" | "uncached";
  api?: Handler | undefined;
  /** Bearer secrets of the insurer's own systems. */
  serviceCredentials?: readonly string[];
  /** Whether `/internal` returns 404 here. */
  withoutInternal?: boolean;
  gateway?: GatewayBackend | undefined;
  /** Renders the page of a signed-in person behind a gateway without applications. */
  signedIn?: ((brand: Brand, headers: Headers) => string) | undefined;
  /** Everything under /demo; demo mode only. */
  demo?: Handler | undefined;
  /** Every screen under /demo/screens and every page without the portal's script under /demo/pages; demo mode only. */
  gallery?: ReturnType<DemoMode["gallery"]> | undefined;
  web?: { handler: WebHandler; clientFolder: string } | undefined;
  /** Path patterns of the portal's pages, for the metrics. */
  pagePaths?: readonly string[];
}

const apiPaths = ["/api/*", "/account/v1/*", "/chat-app/*"];
const internalPaths = "/internal/*";
const gatewayPaths = [
  "/pkmslogin.form",
  "/pkmslogin.proven",
  "/pkmslogin.continue",
  "/pkmslogout",
  "/pkmspasskey.options",
  "/pkmspasskey.form",
  "/oidc/*",
];
/** The account behind the gateway, as pages and as data requests of React Router. */
const guardedPaths = ["/account", "/account.data", "/account/*"];
/** Path of the account in earlier versions. */
const formerAccountPath = "/home";

export function buildApp(handlers: AppHandlers): Hono<AppEnv> {
  const { readiness, metrics, api, web } = handlers;
  const app = new Hono<AppEnv>();
  const patterns = routePatterns();
  addRequestHandling(app, handlers, patterns);
  app.route("/", healthRoutes(readiness));
  // Before the guard: a page that was served does not work without its files.
  if (web) {
    app.route("/", brandFileRoutes(handlers.brands, handlers.brandFiles));
    app.route("/", wellKnownRoutes());
    app.route("/", assetRoutes(web.clientFolder));
  }
  app.use(eventLoopOverloadGuard(readiness.isBehind, metrics));
  app.use(requestLimit(metrics));
  addApiRoutes(app, handlers);
  addGatewayRoutes(app, handlers);
  addDemoRoutes(app, handlers);
  if (web) {
    for (const path of ["/team", "/team/*"]) app.use(path, showFrames);
    app.use("/team/brands/:brand/picture", allowOurFrames);
    app.all("*", pageBody, explainForeignForm, callPage(web.handler));
  }
  patterns.add([...(api ? endpointPaths : []), ...(handlers.pagePaths ?? []), ...app.routes.map(({ path }) => path)]);
  return app;
}

/** Adds what applies to every request: headers, brand, logging, metrics, and the response to a fault. */
function addRequestHandling(app: Hono<AppEnv>, handlers: AppHandlers, patterns: RoutePatterns): void {
  const { brands, trusted, trustForwardedHost = false, unknownHosts = "defaultBrand", readiness } = handlers;
  const { log, metrics, build } = handlers;
  const { isDraining } = readiness;
  const requestDeps = { brands, trusted, trustForwardedHost, unknownHosts, log };
  app.use(
    responseHeaders({ brands, build, isDraining }),
    compress(),
    readForwardedRequest(requestDeps),
    observeRequests({ log, metrics, patterns, trusted }),
    refuseLongRedirect,
    replaceFormRedirect,
  );
  app.onError((fault, c) => {
    log.error("request.fault", { requestId: c.get("requestId"), fault });
    const failure = isDatabaseUnavailable(fault)
      ? ({ status: 503, message: "not available now" } as const)
      : ({ status: 500, message: "something went wrong on our side" } as const);
    return failureResponse(c.req.raw, c.get("hostBrand") ?? brands.defaultBrand, failure);
  });
}

function addApiRoutes(app: Hono<AppEnv>, { api, withoutInternal, metrics, serviceCredentials }: AppHandlers): void {
  if (withoutInternal) app.all(internalPaths, (c) => c.notFound());
  if (api) for (const path of [...apiPaths, internalPaths]) app.all(path, forward(api));
  else app.route("/", serverMetricsRoute(metrics, serviceCredentials));
}

function addGatewayRoutes(app: Hono<AppEnv>, { gateway, signedIn, web }: AppHandlers): void {
  app.get(formerAccountPath, (c) => c.redirect(`/account${new URL(c.req.url).search}`, 303));
  if (gateway) {
    for (const path of gatewayPaths) app.all(path, forward(gateway.handler));
    for (const path of guardedPaths) app.use(path, gateway.guard);
  }
  if (signedIn) app.get("/account", (c) => c.html(signedIn(c.var.hostBrand, c.req.raw.headers)));
  else if (gateway && !web) for (const path of guardedPaths) app.get(path, signedInResponse);
}

function addDemoRoutes(app: Hono<AppEnv>, { gallery, demo }: AppHandlers): void {
  if (gallery) {
    app.get("/demo/screens/:id", allowOurFrames, callPage(gallery.screens));
    app.get("/demo/pages/:id", allowOurFrames, callPage(gallery.standalonePages));
  }
  if (demo) {
    app.all("/demo", pageBody, forward(demo));
    app.all("/demo/*", pageBody, forward(demo));
  }
}

const forward = (handler: Handler) => (c: Context<AppEnv>) => handler.fetch(c.req.raw, c.env);

const callPage = (handler: WebHandler) => (c: Context<AppEnv>) => {
  const { nonce, origin, clientIp } = c.var;
  return handler(c.req.raw, { nonce, origin, clientIp });
};

const foreignForm = fallbackResponses(foreignFormPage);

/** The portal refuses the form of another site without a body, which a person would see as an empty page. */
const explainForeignForm: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  if (c.res.status !== 403 || c.res.body !== null) return;
  const { hostBrand: brand } = c.var;
  const { body, headers } = foreignForm({ brand, language: preferredLanguage(c.req.raw, brand) });
  c.res = new Response(body, { status: 403, headers });
};

const showFrames: MiddlewareHandler<AppEnv> = (c, next) => {
  c.set("hasFrames", true);
  return next();
};

/** The screen gallery and the team's pages show these pages in frames. */
const allowOurFrames: MiddlewareHandler<AppEnv> = (c, next) => {
  c.set("framedBy", "ourselves");
  return next();
};

/** Serves the metrics on a server without the API, which otherwise serves them. */
function serverMetricsRoute(metrics: ServerMetrics, credentials: readonly string[] = []): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  if (credentials.length === 0) return routes;
  routes.onError((fault) => {
    if (fault instanceof HTTPException) return fault.getResponse();
    throw fault;
  });
  return routes.get(insurerSystemEndpoints.serverMetrics.path, bearerAuth({ token: [...credentials] }), async (c) => {
    const { text, mediaType } = await metrics.describe();
    return c.body(text, 200, { "content-type": mediaType, "cache-control": "no-store" });
  });
}

/** Measures and traces each request and logs one line, without the path, since a path may contain a token. */
function observeRequests({
  log,
  metrics,
  patterns,
  trusted,
}: Pick<AppHandlers, "log" | "metrics" | "trusted"> & { patterns: RoutePatterns }): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const startedAt = performance.now();
    const { method, path } = c.req;
    const route = patterns.find(path);
    const parent = isMonitoring(path)
      ? suppressTracing(ROOT_CONTEXT)
      : readTraceContext(isBehindProxy(sourceOf(c), trusted) ? traceHeadersOf(c) : {});
    await inSpan({ name: `${method} ${route}`, role: "server", parent }, async (span) => {
      await next();
      const requestId = c.get("requestId");
      const brand = c.get("hostBrand").id;
      const { status } = c.res;
      const millis = performance.now() - startedAt;
      const firstSegment = (path.split("/")[1] ?? "").replace(/[^\w.-]/g, "").slice(0, 40);
      metrics.observeRequest({ method, route, status, seconds: millis / 1000 });
      if (span.isRecording())
        span.setAttributes({
          "http.request.method": method,
          "http.route": route,
          "http.response.status_code": status,
          "vestibule.request_id": requestId,
          "vestibule.brand": brand,
        });
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      log.info("request.done", {
        requestId,
        brand,
        method,
        status,
        route: `/${firstSegment}`,
        durationMillis: Math.round(millis),
      });
    });
  };
}

/** Probes and scrapes, of which each server gets several a minute. They are not traced. */
const isMonitoring = (path: string) => /^\/(health|internal\/v1\/metrics)(\/|$)/.test(path);

const traceHeadersOf = ({ req }: Context<AppEnv>) => ({
  traceparent: req.header("traceparent"),
  tracestate: req.header("tracestate"),
});
