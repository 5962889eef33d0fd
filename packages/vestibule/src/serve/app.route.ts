import { isDatabaseUnavailable } from "@vestibule/api/platform/database-fault.rule.ts";
import type { Log } from "@vestibule/api/platform/log.port.ts";
import type { Brand, BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { compress } from "hono/compress";
import { assetRoutes } from "./asset.route.ts";
import type { GatewayBackend } from "./backend.ts";
import { pageBody } from "./body-size.route.ts";
import { brandFileRoutes } from "./brand-file.route.ts";
import type { TrustedNetworks } from "./client-ip.rule.ts";
import { eventLoopOverloadGuard } from "./event-loop-overload.guard.ts";
import { failureResponse } from "./failure-response.message.ts";
import { readForwardedRequest } from "./forwarded-request.route.ts";
import type { Handler } from "./handler.ts";
import { healthRoutes } from "./health.route.ts";
import type { Readiness } from "./readiness.ts";
import { guardVerdict } from "./remote-gateway.client.ts";
import type { AppEnv, RequestFacts } from "./request-facts.ts";
import { requestLimit } from "./request-limit.route.ts";
import { responseHeaders } from "./response-headers.route.ts";
import { signInOverloadGuard } from "./sign-in-overload.guard.ts";
import { wellKnownRoutes } from "./well-known.route.ts";

type WebHandler = (request: Request, facts: Pick<RequestFacts, "nonce" | "origin" | "clientIp">) => Promise<Response>;

/** Handlers behind the app; an absent one is not served here. */
export interface AppHandlers {
  brands: BrandBook;
  trusted: TrustedNetworks;
  /** Whether the trusted proxies set X-Forwarded-Host themselves. */
  trustForwardedHost?: boolean;
  /** How a host that no brand lists is handled; defaults to the default brand. */
  unknownHosts?: "defaultBrand" | "refused";
  readiness: Readiness;
  log: Log;
  build: "built" | "development";
  /** `fresh`: brand files are never cached, so that each save shows. */
  brandFiles?: "cached" | "fresh";
  api?: Handler | undefined;
  /** Whether `/internal` returns 404 here. */
  withoutInternal?: boolean;
  gateway?: GatewayBackend | undefined;
  /** Replaces the application behind a stand-alone gateway. */
  signedIn?: ((brand: Brand, headers: Headers) => string) | undefined;
  /** Everything under /demo; demo mode only. */
  demo?: Handler | undefined;
  /** Every screen under /demo/screens and every page without the portal's script under /demo/pages; demo mode only. */
  gallery?: { screens: WebHandler; lonePages: WebHandler } | undefined;
  web?: { room: WebHandler; clientFolder: string } | undefined;
}

const apiPaths = ["/api/*", "/chat-app/*"];
const internalPaths = "/internal/*";
const gatewayPaths = ["/pkmslogin.form", "/pkmslogout"];
/** The application behind the gateway, as a page and as a data request of React Router. */
const guardedPaths = ["/home", "/home.data"];

/** Builds the app that receives every request. */
export function buildApp(handlers: AppHandlers): Hono<AppEnv> {
  const {
    brands,
    trusted,
    trustForwardedHost = false,
    unknownHosts = "defaultBrand",
    readiness,
    log,
    build,
  } = handlers;
  const app = new Hono<AppEnv>();
  const hasRoom = handlers.gateway?.hasRoomForSignIn;
  const { isDraining } = readiness;
  const arriving = { brands, trusted, trustForwardedHost, unknownHosts, log };
  if (hasRoom) app.use(signInOverloadGuard({ ...arriving, build, hasRoom, isDraining }));
  app.use(responseHeaders({ brands, build, isDraining }), compress(), readForwardedRequest(arriving), told(log));
  app.onError((fault, c) => {
    log.error("request.fault", { requestId: c.get("requestId"), fault });
    const asked = { path: c.req.path, brand: c.get("hostBrand") ?? brands.defaultBrand, request: c.req.raw };
    const failure = isDatabaseUnavailable(fault)
      ? ({ status: 503, message: "not available now" } as const)
      : ({ status: 500, message: "something went wrong on our side" } as const);
    return failureResponse(asked, failure);
  });

  app.route("/", healthRoutes(readiness));
  app.use(eventLoopOverloadGuard(readiness.isBehind));
  const { api, gateway, signedIn, demo, gallery, web } = handlers;
  if (web) {
    app.route("/", brandFileRoutes(brands, handlers.brandFiles));
    app.route("/", wellKnownRoutes());
    app.route("/", assetRoutes(web.clientFolder));
  }
  app.use(requestLimit());
  const enter = (room: Handler) => (c: Context<AppEnv>) => room.fetch(c.req.raw, c.env);
  const visit = (room: WebHandler) => (c: Context<AppEnv>) => {
    const { nonce, origin, clientIp } = c.var;
    return room(c.req.raw, { nonce, origin, clientIp });
  };
  if (handlers.withoutInternal) app.all(internalPaths, (c) => c.notFound());
  if (api) for (const path of [...apiPaths, internalPaths]) app.all(path, enter(api));
  if (gateway) {
    for (const path of gatewayPaths) app.all(path, enter(gateway.handler));
    for (const path of guardedPaths) app.use(path, gateway.guard);
  }
  if (signedIn) app.get("/home", (c) => c.html(signedIn(c.var.hostBrand, c.req.raw.headers)));
  else if (gateway && !web) for (const path of guardedPaths) app.get(path, guardVerdict);
  if (gallery) {
    app.get("/demo/screens/:id", framedByOurselves, visit(gallery.screens));
    app.get("/demo/pages/:id", framedByOurselves, visit(gallery.lonePages));
  }
  if (demo) {
    app.all("/demo", pageBody, enter(demo));
    app.all("/demo/*", pageBody, enter(demo));
  }
  if (web) app.all("*", pageBody, visit(web.room));
  return app;
}

/** The screen gallery shows these pages in frames. */
const framedByOurselves: MiddlewareHandler<AppEnv> = (c, next) => {
  c.set("framedBy", "ourselves");
  return next();
};

/** Logs one line per request, without the path, since a path may contain a token. */
function told(log: Log): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const began = performance.now();
    await next();
    log.info("request.done", {
      requestId: c.get("requestId"),
      brand: c.get("hostBrand").id,
      method: c.req.method,
      route: `/${
        c.req.path
          .split("/")[1]
          ?.replace(/[^\w.-]/g, "")
          .slice(0, 40) ?? ""
      }`,
      status: c.res.status,
      durationMillis: Math.round(performance.now() - began),
    });
  };
}
