import { busyAnswer } from "@vestibule/api/gateway/busy-page.message.ts";
import type { Log } from "@vestibule/api/platform/log.port.ts";
import type { ServerMetrics } from "@vestibule/api/platform/server-metrics.adapter.ts";
import type { Language } from "@vestibule/catalogue/province.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { preferredLanguage } from "@vestibule/contract/brand/preferred-language.rule.ts";
import type { MiddlewareHandler } from "hono";
import type { GatewayBackend } from "./backend.ts";
import { clientIpOf, type OriginDeps, originOf, sourceOf } from "./forwarded-request.route.ts";
import type { AppEnv } from "./request-facts.ts";
import { securityHeaders } from "./security-headers.route.ts";

export interface SignInOverloadGuardDeps extends OriginDeps {
  build: "built" | "development";
  log: Log;
  metrics: Pick<ServerMetrics, "countRefused">;
  isFull: NonNullable<GatewayBackend["isFull"]>;
  isDraining(): boolean;
}

/**
 * Rejects sign-ins that the gateway would refuse, before any other handler: a response that all handlers have a part in
 * takes several times the work, and in a flood every page would wait for it.
 */
export function signInOverloadGuard(deps: SignInOverloadGuardDeps): MiddlewareHandler<AppEnv> {
  const responseFor = preparedResponses(deps.build);
  const logRefused = refusalLog(deps.log);
  return async (c, next) => {
    const source = sourceOf(c);
    const origin = originOf(source, deps)?.origin;
    if (origin === undefined) return next();
    const brand = deps.brands.byHost(new URL(origin).host);
    // Another gateway signs in the people of this brand.
    if (brand.gateway.kind === "outside") return next();
    const client = { origin, clientIp: clientIpOf(source, deps.trusted), cookies: source.header("cookie") };
    if (!deps.isFull(client)) return next();
    deps.metrics.countRefused("signIns");
    logRefused();
    const language = preferredLanguage({ url: c.req.url, headers: { get: source.header } }, brand);
    const { body, headers } = responseFor({ brand, origin, language });
    return c.body(body, 503, deps.isDraining() ? { ...headers, connection: "close" } : headers);
  };
}

/** Prepares the response of each brand, scheme and language once. */
function preparedResponses(build: SignInOverloadGuardDeps["build"]) {
  const responses = new Map<string, { body: string; headers: Record<string, string> }>();
  return ({ brand, origin, language }: { brand: Brand; origin: string; language: Language }) => {
    const key = `${brand.id} ${origin.startsWith("https:")} ${language}`;
    const prepared = responses.get(key);
    if (prepared !== undefined) return prepared;
    const { headers, body } = busyAnswer(brand, language);
    const response = { body, headers: { ...securityHeaders({ brand, origin, nonce: "", build }), ...headers } };
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
