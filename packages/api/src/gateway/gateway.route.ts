import { preferredLanguage } from "@vestibule/contract/brand/preferred-language.rule.ts";
import { Hono } from "hono";
import { limitStore } from "../limits/limit.store.ts";
import { HashingBusy } from "../passwords/password-hashing.port.ts";
import { UnstorableText } from "../platform/database-fault.rule.ts";
import { outageLog } from "../platform/outage-log.adapter.ts";
import { busyResponse } from "./busy-page.message.ts";
import { type GatewayEnvironment, readGatewayRequestContext } from "./gateway-request-context.rule.ts";
import { redirectToPortal } from "./gateway-result.rule.ts";
import { type GatewayDeps, servesBrand } from "./gateway-site.rule.ts";
import { addPasskeyRoutes } from "./passkey-sign-in.route.ts";
import { addPasswordRoutes } from "./password-sign-in.route.ts";
import { addSecondFactorRoutes } from "./second-factor.route.ts";
import { addSignOutRoutes } from "./sign-out.route.ts";

/**
 * The built-in sign-on gateway, with the protocol that the portal also uses with an insurer's own. Responses to posts
 * are 302, which browsers follow with GET, so credentials are never resent. Bodies are never logged.
 */
export function gatewayRoutes(gatewayDeps: GatewayDeps): Hono<GatewayEnvironment> {
  const deps = { ...gatewayDeps, limits: limitStore(gatewayDeps) };
  const gateway = new Hono<GatewayEnvironment>();
  gateway.use(async (context, next) => {
    const requestContext = readGatewayRequestContext(deps, context);
    context.set("requestContext", requestContext);
    context.header("cache-control", "no-store");
    // A brand with an outside gateway signs in there only.
    return servesBrand(deps, requestContext.brand) ? next() : context.notFound();
  });
  addPasswordRoutes(gateway, deps);
  addSecondFactorRoutes(gateway, deps);
  addPasskeyRoutes(gateway, deps);
  addSignOutRoutes(gateway, deps);
  const logCrowded = outageLog(({ count }) => deps.log.warn("sign-in.crowded", { count }));
  gateway.onError((fault, context) => {
    if (fault instanceof HashingBusy) {
      logCrowded(fault);
      const { brand } = context.get("requestContext");
      const { body, status, headers } = busyResponse(brand, preferredLanguage(context.req.raw, brand));
      return context.body(body, status, headers);
    }
    if (fault instanceof UnstorableText)
      return redirectToPortal(context, "malformed", new URL(context.req.url).pathname);
    deps.log.error("gateway.fault", { fault });
    return redirectToPortal(context, "unavailable", new URL(context.req.url).pathname);
  });
  return gateway;
}
