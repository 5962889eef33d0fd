import { OpenAPIHono } from "@hono/zod-openapi";
import type { ErrorHandler, MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ApiDeps, ApiEnvironment, RouteDeps } from "./deps.ts";
import { accountSelfServiceRoutes } from "./http/account/account.route.ts";
import { documentationRoutes } from "./http/documentation.route.ts";
import { accountErrorResponse } from "./http/error-response.ts";
import { transientFaultOf } from "./http/fault.rule.ts";
import { internalRoutes } from "./http/internal/internal.route.ts";
import { maintenanceGuard } from "./http/maintenance.guard.ts";
import { receiptRoutes } from "./http/receipt.route.ts";
import { readRequestContext, requestIdOf } from "./http/request-context.rule.ts";
import { accountRoutes } from "./http/v1/accounts.route.ts";
import { helpRoutes } from "./http/v1/help.route.ts";
import { linkRoutes } from "./http/v1/link.route.ts";
import { policyNumberRegistrationRoutes } from "./http/v1/policy-number-registration.route.ts";
import { puzzleRoutes } from "./http/v1/puzzle.route.ts";
import { recoveryRoutes } from "./http/v1/recovery.route.ts";
import { secondFactorRoutes } from "./http/v1/second-factor.route.ts";
import { registrationRoutes } from "./http/v2/registration.route.ts";
import { errorResponse, faultResponse, isApiV2 } from "./http/v2/registration-error.rule.ts";
import { limitStore } from "./limits/limit.store.ts";
import { UnstorableText } from "./platform/database-fault.rule.ts";

/** Paths that need a brand: all but those for the insurer's own systems and the API description. */
const brandPaths = ["/api/v1/*", "/api/v2/*", "/account/v1/*", "/chat-app/*"];

/** Builds the whole API as a function from Request to Response, for the portal's process or a separate host. */
export function buildApi(apiDeps: ApiDeps): OpenAPIHono<ApiEnvironment> {
  const deps: RouteDeps = { ...apiDeps, limits: limitStore(apiDeps) };
  const api = new OpenAPIHono<ApiEnvironment>();
  api.use(responseHeaders(deps));
  const maintenance = maintenanceGuard(deps);
  for (const path of brandPaths) api.use(path, requestContextMiddleware(deps), maintenance);
  api.onError(faultHandler(deps));
  api.notFound((context) =>
    isApiV2(context.req.path)
      ? context.json({ error: "NOT_FOUND", errorCode: 1404, message: "no such path" }, 404)
      : accountErrorResponse("notFound"),
  );

  api.route("/", registrationRoutes(deps));
  api.route("/", accountRoutes(deps));
  api.route("/", linkRoutes(deps));
  api.route("/", policyNumberRegistrationRoutes(deps));
  api.route("/", recoveryRoutes(deps));
  api.route("/", puzzleRoutes(deps));
  api.route("/", secondFactorRoutes(deps));
  api.route("/", helpRoutes(deps));
  api.route("/", accountSelfServiceRoutes(deps));
  api.route("/", internalRoutes(deps));
  api.doc31("/api/openapi.json", {
    openapi: "3.1.0",
    info: { title: "Vestibule", version: "2", description: "The sign-in and registration portal of an insurer." },
  });
  api.route("/", receiptRoutes(deps));
  api.route("/", documentationRoutes());
  return api;
}

/** Sets an x-request-id and `no-store` on every response. */
function responseHeaders({ random }: ApiDeps): MiddlewareHandler<ApiEnvironment> {
  return async (context, next) => {
    const requestId = requestIdOf(context.req.raw) ?? random.token(16);
    context.req.raw.headers.set("x-request-id", requestId);
    await next();
    context.header("x-request-id", requestId);
    context.header("cache-control", "no-store");
  };
}

function requestContextMiddleware(deps: ApiDeps): MiddlewareHandler<ApiEnvironment> {
  return async (context, next) => {
    const requestContext = readRequestContext(deps, context.req.raw);
    if (requestContext === undefined)
      return isApiV2(context.req.path) ? errorResponse("UNKNOWN_API_KEY") : accountErrorResponse("unknownApiKey");
    context.set("requestContext", requestContext);
    return next();
  };
}

/** Formats an error for the API version that was called. */
function faultHandler({ log }: ApiDeps): ErrorHandler<ApiEnvironment> {
  return (fault, context) => {
    // The framework could not parse the body: a client error.
    if (fault instanceof HTTPException && fault.status === 400) return accountErrorResponse("invalidRequest");
    if (fault instanceof UnstorableText)
      return isApiV2(context.req.path) ? errorResponse("INVALID_REQUEST") : accountErrorResponse("invalidRequest");
    log.error("api.fault", { requestId: requestIdOf(context.req.raw), fault });
    if (isApiV2(context.req.path)) return faultResponse(fault, "UNEXPECTED");
    const transient = transientFaultOf(fault);
    return transient === undefined
      ? context.json({ message: "something went wrong on our side" }, 500)
      : accountErrorResponse(transient.kind, { retryAfterSeconds: transient.retryAfterSeconds });
  };
}
