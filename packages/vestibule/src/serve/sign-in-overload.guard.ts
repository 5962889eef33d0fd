import { busyAnswer } from "@vestibule/api/gateway/busy-page.message.ts";
import { loginForm } from "@vestibule/api/gateway/gateway-answer.rule.ts";
import type { Log } from "@vestibule/api/platform/log.port.ts";
import type { ServerMetrics } from "@vestibule/api/platform/server-metrics.adapter.ts";
import type { Language } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { preferredLanguage } from "@vestibule/contract/brand/preferred-language.rule.ts";
import type { MiddlewareHandler } from "hono";
import type { GatewayBackend } from "./backend.ts";
import { clientIpOf, type OriginDeps, originOf } from "./forwarded-request.route.ts";
import type { AppEnv } from "./request-facts.ts";
import { securityHeaders } from "./security-headers.route.ts";

export interface SignInOverloadGuardDeps extends OriginDeps {
  build: "built" | "development";
  log: Log;
  metrics: Pick<ServerMetrics, "countRefused">;
  hasRoom: NonNullable<GatewayBackend["hasRoomForSignIn"]>;
  isDraining(): boolean;
}

/**
 * Refuses sign-ins over the client's limit before anything else runs. The gateway would also refuse them, but with
 * several times the work, which delays every request in a flood.
 */
export function signInOverloadGuard(deps: SignInOverloadGuardDeps): MiddlewareHandler<AppEnv> {
  const responseFor = cachedResponses(deps.build);
  const logRefused = refusalLog(deps.log);
  return async (c, next) => {
    if (c.req.method !== "POST" || c.req.path !== loginForm) return next();
    const visible = originOf(c, deps);
    if (visible === undefined) return next();
    const { origin } = visible;
    if (deps.hasRoom(c, { origin, clientIp: clientIpOf(c, deps.trusted) })) return next();
    const brand = deps.brands.byHost(new URL(origin).host);
    // Sign-ins of this brand use no capacity of this gateway.
    if (brand.gateway.kind === "outside") return next();
    deps.metrics.countRefused("signIns");
    logRefused();
    const { body, status, headers } = responseFor({ brand, origin, language: preferredLanguage(c.req.raw, brand) });
    return c.body(body, status, deps.isDraining() ? { ...headers, connection: "close" } : headers);
  };
}

/** Caches the response per brand, scheme and language. */
function cachedResponses(build: SignInOverloadGuardDeps["build"]) {
  const responses = new Map<string, ReturnType<typeof busyAnswer>>();
  return ({ brand, origin, language }: { brand: Brand; origin: string; language: Language }) => {
    const key = `${brand.id} ${origin.startsWith("https:")} ${language}`;
    const cached = responses.get(key);
    if (cached !== undefined) return cached;
    const { headers, ...page } = busyAnswer(brand, language);
    const response = { ...page, headers: { ...securityHeaders({ brand, origin, nonce: "", build }), ...headers } };
    responses.set(key, response);
    return response;
  };
}

/** Logs one line per second of a flood instead of one per request. */
function refusalLog(log: Log): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count > 1) return;
    const report = () => {
      log.warn("sign-in.crowded", { count });
      count = 0;
    };
    setTimeout(report, 1000).unref();
  };
}
