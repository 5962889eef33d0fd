import { createHash, timingSafeEqual } from "node:crypto";
import { OpenAPIHono } from "@hono/zod-openapi";
import { eventTypes } from "@vestibule/catalogue/event.table.ts";
import { Hono, type MiddlewareHandler } from "hono";
import type { ApiEnvironment, LimitedDeps, RouteDeps } from "../../deps.ts";
import { describeWebhook } from "../../events/event-description.rule.ts";
import { keyedHash } from "../../platform/keyed-hash.adapter.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import type { EndpointContext } from "../endpoint.route.ts";
import { accountErrorResponse } from "../error-response.ts";
import { clientIpOf } from "../request-context.rule.ts";
import { addAgentSessionRoutes } from "./agent-session.route.ts";
import { addAuditExportRoutes } from "./audit-export.route.ts";
import { addBrandVersionRoutes } from "./brand-version.route.ts";
import { addEventRoutes } from "./event.route.ts";
import { addInsurerSystemRoutes } from "./insurer-system.route.ts";
import { addMaintenanceRoutes } from "./maintenance.route.ts";
import { addPersonRoutes } from "./person.route.ts";
import { addSupportRoutes } from "./support.route.ts";
import { addTeamRoutes } from "./team.route.ts";
import { addTeamAuditRoutes } from "./team-audit.route.ts";
import { addTeamDeskRoutes } from "./team-desk.route.ts";
import { addTeamExplainRoutes } from "./team-explain.route.ts";
import { addTeamPeopleRoutes } from "./team-people.route.ts";

/** Endpoints for the insurer's own systems, which authenticate by service credential; browsers never call them. */
export function internalRoutes(deps: RouteDeps): Hono<ApiEnvironment> {
  const routes = new OpenAPIHono<ApiEnvironment>();
  routes.openAPIRegistry.registerComponent("securitySchemes", "service", { type: "http", scheme: "bearer" });
  routes.use("/internal/*", withServiceCredential(deps));
  addInsurerSystemRoutes(routes, deps);
  addEventRoutes(routes, deps);
  addAuditExportRoutes(routes, deps);
  for (const type of eventTypes) routes.openAPIRegistry.registerWebhook(describeWebhook(type));
  addAgentSessionRoutes(routes, deps);
  addPersonRoutes(routes, deps);
  addBrandVersionRoutes(routes, deps);
  addSupportRoutes(routes, deps);
  addTeamRoutes(routes, deps);
  addTeamAuditRoutes(routes, deps);
  addTeamDeskRoutes(routes, deps);
  addTeamExplainRoutes(routes, deps);
  addTeamPeopleRoutes(routes, deps);
  addMaintenanceRoutes(routes, deps);
  routes.doc31("/internal/v1/openapi.json", {
    openapi: "3.1.0",
    info: { title: "Vestibule, for the insurer’s own systems", version: "1" },
  });
  // An OpenAPIHono at the root would publish its descriptions with those of the public API.
  return new Hono<ApiEnvironment>().route("/", routes);
}

/**
 * Compares digests of equal length in constant time against timing attacks. A correct credential always passes: wrong
 * ones are counted by client IP, which several systems may share.
 */
function withServiceCredential(deps: RouteDeps): MiddlewareHandler<ApiEnvironment> {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const known = deps.serviceCredentials.map(digest);
  return async (context, next) => {
    const header = context.req.header("authorization");
    const [, token] = /^Bearer ([^\s]{1,512})$/.exec(header ?? "") ?? [];
    const offered = digest(token ?? "");
    const matches = known.filter((credential) => timingSafeEqual(credential, offered)).length;
    if (token !== undefined && matches > 0) return next();
    const waitSeconds = header === undefined ? undefined : await recordWrongBearer(deps, context);
    if (waitSeconds !== undefined) return accountErrorResponse("tooManyRequests", { retryAfterSeconds: waitSeconds });
    context.header("www-authenticate", "Bearer");
    return context.body(null, 401);
  };
}

/** Counts and audits a wrong bearer token; returns the seconds to wait when the limit is reached. */
async function recordWrongBearer(
  { database, auditor, log, limits, keys }: LimitedDeps<"database" | "auditor" | "log" | "keys">,
  { req }: EndpointContext,
): Promise<number | undefined> {
  const clientIp = clientIpOf(req.raw);
  const clientIpHash = keyedHash(keys.lookupHash, ["service address", clientIp]);
  return transact(database, async (transaction) => {
    const counted = await limits.consume(transaction, { limit: "serviceBearerClientIp", subject: clientIp });
    log.warn("service.refused", { result: counted.kind === "exceeded" ? "limited" : "wrong", clientIpHash });
    if (counted.kind === "exceeded") return counted.retryAfterSeconds;
    await auditor.record(transaction, {
      event: "service.refused",
      result: "wrong",
      actor: "service",
      facts: { clientIpHash, ...(counted.reached[0] && { limit: counted.reached[0] }) },
    });
    return undefined;
  });
}
