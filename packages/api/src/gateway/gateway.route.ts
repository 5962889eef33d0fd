import { preferredLanguage } from "@vestibule/contract/brand/preferred-language.rule.ts";
import { Hono } from "hono";
import { HashingBusy } from "../passwords/password-hashing.port.ts";
import { busyAnswer } from "./busy-page.message.ts";
import { redirectToPortal } from "./gateway-answer.rule.ts";
import { readGatewayRequestContext } from "./gateway-request-context.rule.ts";
import { type GatewayDeps, servesBrand } from "./gateway-site.rule.ts";
import { addPasskeyRoutes } from "./passkey-sign-in.route.ts";
import { addPasswordRoutes } from "./password-sign-in.route.ts";
import { addSignOutRoutes } from "./sign-out.route.ts";

/**
 * The built-in sign-on gateway, with the protocol that the portal also uses with an insurer's own. Responses to posts
 * are 302, which browsers follow with GET, so credentials are never resent. Bodies are never logged.
 */
export function gatewayRoutes(deps: GatewayDeps): Hono {
  const gateway = new Hono();
  gateway.use(async (context, next) => {
    context.header("cache-control", "no-store");
    // A brand with an outside gateway signs in there only.
    if (!servesBrand(deps.site ?? { kind: "inside" }, readGatewayRequestContext(deps, context).brand))
      return context.notFound();
    return next();
  });
  addPasswordRoutes(gateway, deps);
  addPasskeyRoutes(gateway, deps);
  addSignOutRoutes(gateway, deps);
  gateway.onError((fault, context) => {
    const requestContext = readGatewayRequestContext(deps, context);
    if (fault instanceof HashingBusy) {
      const { brand } = requestContext;
      const { body, status, headers } = busyAnswer(brand, preferredLanguage(context.req.raw, brand));
      return context.body(body, status, headers);
    }
    deps.log.error("gateway.fault", { fault });
    return redirectToPortal(context, requestContext, "unavailable", new URL(context.req.url).pathname);
  });
  return gateway;
}
