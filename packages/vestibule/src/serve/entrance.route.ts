import { isDatabaseUnavailable } from "@vestibule/api/platform/database-fault.rule.ts";
import type { Log } from "@vestibule/api/platform/log.port.ts";
import type { Brand, BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { compress } from "hono/compress";
import { answerHeaders } from "./answer-headers.route.ts";
import { arrival } from "./arrival.route.ts";
import { assetRoutes } from "./asset.route.ts";
import type { GatewayRooms } from "./back-rooms.ts";
import { pageBody } from "./body-size.route.ts";
import { brandFileRoutes } from "./brand-file.route.ts";
import type { TrustedNetworks } from "./client-address.rule.ts";
import { crowdedDoor } from "./crowded-door.route.ts";
import { failureAnswer } from "./failure-answer.message.ts";
import { healthRoutes } from "./health.route.ts";
import { heldUpDoor } from "./held-up-door.route.ts";
import type { Readiness } from "./readiness.ts";
import { guardVerdict } from "./remote-gateway.client.ts";
import { requestLimit } from "./request-limit.route.ts";
import type { Room } from "./room.ts";
import type { EntranceEnv, RequestFacts } from "./visit-facts.ts";
import { wellKnownRoutes } from "./well-known.route.ts";

type WebRoom = (request: Request, facts: Pick<RequestFacts, "nonce" | "origin" | "clientIp">) => Promise<Response>;

/** The rooms behind the entrance; one that is absent is not served here. */
export interface Rooms {
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
  api?: Room | undefined;
  /** Whether `/internal` is not found here. */
  withoutInternal?: boolean;
  gateway?: GatewayRooms | undefined;
  /** Stands for the application behind a gateway that is alone. */
  signedIn?: ((brand: Brand, headers: Headers) => string) | undefined;
  /** Everything under /demo; demo mode alone has it. */
  demo?: Room | undefined;
  /** Every screen to be looked at, under /demo/screens, and every page that stands alone, under /demo/pages; demo mode alone has them. */
  gallery?: { screens: WebRoom; lonePages: WebRoom } | undefined;
  web?: { room: WebRoom; clientFolder: string } | undefined;
}

const apiPaths = ["/api/*", "/chat-app/*"];
const internalPaths = "/internal/*";
const gatewayPaths = ["/pkmslogin.form", "/pkmslogout"];
/** The application behind the gateway, as a page and as data for a page that is open already. */
const guardedPaths = ["/home", "/home.data"];

/** The one door: every request comes through here, whichever room it is for. */
export function buildEntrance(rooms: Rooms): Hono<EntranceEnv> {
  const { brands, trusted, trustForwardedHost = false, unknownHosts = "defaultBrand", readiness, log, build } = rooms;
  const entrance = new Hono<EntranceEnv>();
  const hasRoom = rooms.gateway?.hasRoomForSignIn;
  const { isDraining } = readiness;
  const arriving = { brands, trusted, trustForwardedHost, unknownHosts, log };
  if (hasRoom) entrance.use(crowdedDoor({ ...arriving, build, hasRoom, isDraining }));
  entrance.use(answerHeaders({ brands, build, isDraining }), compress(), arrival(arriving), told(log));
  entrance.onError((fault, c) => {
    log.error("request.fault", { requestId: c.get("requestId"), fault });
    const asked = { path: c.req.path, brand: c.get("hostBrand") ?? brands.defaultBrand, request: c.req.raw };
    const failure = isDatabaseUnavailable(fault)
      ? ({ status: 503, message: "not available now" } as const)
      : ({ status: 500, message: "something went wrong on our side" } as const);
    return failureAnswer(asked, failure);
  });

  entrance.route("/", healthRoutes(readiness));
  entrance.use(heldUpDoor(readiness.isBehind));
  const { api, gateway, signedIn, demo, gallery, web } = rooms;
  if (web) {
    entrance.route("/", brandFileRoutes(brands, rooms.brandFiles));
    entrance.route("/", wellKnownRoutes());
    entrance.route("/", assetRoutes(web.clientFolder));
  }
  entrance.use(requestLimit());
  const enter = (room: Room) => (c: Context<EntranceEnv>) => room.fetch(c.req.raw, c.env);
  const visit = (room: WebRoom) => (c: Context<EntranceEnv>) => {
    const { nonce, origin, clientIp } = c.var;
    return room(c.req.raw, { nonce, origin, clientIp });
  };
  if (rooms.withoutInternal) entrance.all(internalPaths, (c) => c.notFound());
  if (api) for (const path of [...apiPaths, internalPaths]) entrance.all(path, enter(api));
  if (gateway) {
    for (const path of gatewayPaths) entrance.all(path, enter(gateway.room));
    for (const path of guardedPaths) entrance.use(path, gateway.guard);
  }
  if (signedIn) entrance.get("/home", (c) => c.html(signedIn(c.var.hostBrand, c.req.raw.headers)));
  else if (gateway && !web) for (const path of guardedPaths) entrance.get(path, guardVerdict);
  if (gallery) {
    entrance.get("/demo/screens/:id", framedByOurselves, visit(gallery.screens));
    entrance.get("/demo/pages/:id", framedByOurselves, visit(gallery.lonePages));
  }
  if (demo) {
    entrance.all("/demo", pageBody, enter(demo));
    entrance.all("/demo/*", pageBody, enter(demo));
  }
  if (web) entrance.all("*", pageBody, visit(web.room));
  return entrance;
}

/** The wall of screens hangs them in frames. */
const framedByOurselves: MiddlewareHandler<EntranceEnv> = (c, next) => {
  c.set("framedBy", "ourselves");
  return next();
};

/** One line a request: no path, since a path may hold a token. */
function told(log: Log): MiddlewareHandler<EntranceEnv> {
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
