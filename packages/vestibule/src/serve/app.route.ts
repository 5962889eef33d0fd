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

/** The rooms behind the entrance; one that is absent is not served here. */
export interface AppHandlers {
  brands: BrandBook;
  trusted: TrustedNetworks;
  /** Whether the trusted proxies set X-Forwarded-Host themselves. */
  trustForwardedHost?: boolean;
  /** What a host that no brand names gets; the default brand unless said. */
  unknownHosts?: "defaultBrand" | "refused";
  readiness: Readiness;
  log: Log;
  build: "built" | "development";
  /** `fresh`: files of a brand are never cached, since each save is to be seen. */
  brandFiles?: "cached" | "fresh";
  api?: Handler | undefined;
  /** Whether `/internal` is not found here. */
  withoutInternal?: boolean;
  gateway?: GatewayBackend | undefined;
  /** Stands for the application behind a gateway that is alone. */
  signedIn?: ((brand: Brand, headers: Headers) => string) | undefined;
  /** Everything under /demo; demo mode alone has it. */
  demo?: Handler | undefined;
  /** Every screen to be looked at, under /demo/screens, and every page that stands alone, under /demo/pages; demo mode alone has them. */
  gallery?: { screens: WebHandler; lonePages: WebHandler } | undefined;
  web?: { room: WebHandler; clientFolder: string } | undefined;
}

const apiPaths = ["/api/*", "/chat-app/*"];
const internalPaths = "/internal/*";
const gatewayPaths = ["/pkmslogin.form", "/pkmslogout"];
/** The application behind the gateway, as a page and as data for a page that is open already. */
const guardedPaths = ["/home", "/home.data"];

/** The one door: every request comes through here, whichever room it is for. */
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

/** The wall of screens hangs them in frames. */
const framedByOurselves: MiddlewareHandler<AppEnv> = (c, next) => {
  c.set("framedBy", "ourselves");
  return next();
};

/** One line a request: no path, since a path may hold a token. */
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
