import { createHash, timingSafeEqual } from "node:crypto";
import { OpenAPIHono } from "@hono/zod-openapi";
import { normaliseEmail } from "@vestibule/contract/fields/email.rule.ts";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { eventsOfAccount } from "../../audit/audit-trail.store.ts";
import type { ApiDeps, ApiEnvironment, LimitedDeps } from "../../deps.ts";
import { unlock } from "../../flows/sign-in/unlock.ts";
import { limitStore } from "../../limits/limit.store.ts";
import { readQueueLoads } from "../../messages/notification.store.ts";
import { keyedHash } from "../../platform/keyed-hash.adapter.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { journeyCounter } from "../../statistics/journey-counter.adapter.ts";
import { describeMetrics } from "../../statistics/metrics.adapter.ts";
import { clientIpOf } from "../request-context.rule.ts";
import { accountErrorResponse } from "../v1/account-error.rule.ts";
import { addAgentSessionRoutes } from "./agent-session.route.ts";
import { describeInternal, internalPaths } from "./internal-openapi.schema.ts";
import { addLetterRoutes } from "./letter.route.ts";
import { addLinkRoutes } from "./link.route.ts";
import { addSupportRoutes } from "./support.route.ts";
import { addSupportSearchRoutes } from "./support-search.route.ts";

/** Endpoints for the insurer's own systems, which authenticate by service credential; browsers never call them. */
export function internalRoutes(deps: ApiDeps): Hono<ApiEnvironment> {
  const routes = new Hono<ApiEnvironment>();
  // Kept separate from the routes: mounting an OpenAPIHono would publish its descriptions.
  const description = new OpenAPIHono();
  const { openAPIRegistry: registry } = description;
  describeInternal(registry);
  routes.use("/internal/*", withServiceCredential(deps));
  const path = (template: string) => template.replace("{username}", ":username");

  routes.get(path(internalPaths.events), async (context) => {
    const name = accountName(deps, context);
    if (name instanceof Response) return name;
    const account = await deps.accountStore.findByEmail(deps.database, name);
    if (account === undefined) return accountErrorResponse("notFound");
    return context.json({ events: await eventsOfAccount(deps.database, account.id) });
  });
  routes.post(path(internalPaths.unlock), async (context) => {
    const name = accountName(deps, context);
    if (name instanceof Response) return name;
    const result = await unlock(deps, { ...name, actor: "service" });
    return result.kind === "unknown"
      ? accountErrorResponse("notFound")
      : context.json({ unlocked: result.kind === "unlocked" });
  });
  addLinkRoutes(routes, registry, deps);
  addLetterRoutes(routes, registry, deps);
  addAgentSessionRoutes(routes, registry, deps);
  addSupportSearchRoutes(routes, registry, deps);
  addSupportRoutes(routes, registry, deps);
  const counter = journeyCounter(deps);
  routes.get(internalPaths.metrics, async (context) => {
    const { text, mediaType } = await describeMetrics(await counter.read(), await readQueueLoads(deps.database));
    return context.body(text, 200, { "content-type": mediaType });
  });
  routes.get("/internal/v1/openapi.json", (context) =>
    context.json(
      description.getOpenAPI31Document({
        openapi: "3.1.0",
        info: { title: "Vestibule, for the insurer’s own systems", version: "1" },
      }),
    ),
  );
  return routes;
}

type AccountName = { brandId: string; email: string };

function accountName({ brands }: ApiDeps, { req }: Context<ApiEnvironment>): AccountName | Response {
  const brand = brands.byId(req.query("brand") ?? "");
  if (brand === undefined) return accountErrorResponse("invalidRequest", { fields: { brand: "required" } });
  const email = normaliseEmail(req.param("username") ?? "");
  return email === undefined ? accountErrorResponse("notFound") : { brandId: brand.id, email };
}

/**
 * Compares digests of equal length in constant time against timing attacks. A right credential always passes, because
 * wrong ones are counted by client IP and several systems may share one.
 */
function withServiceCredential(deps: ApiDeps): MiddlewareHandler<ApiEnvironment> {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const known = deps.serviceCredentials.map(digest);
  const limits = limitStore(deps);
  return async (context, next) => {
    const header = context.req.header("authorization");
    const [, given] = /^Bearer ([^\s]{1,512})$/.exec(header ?? "") ?? [];
    const offered = digest(given ?? "");
    const matches = known.filter((credential) => timingSafeEqual(credential, offered)).length;
    if (given !== undefined && matches > 0) return next();
    const waitSeconds = header === undefined ? undefined : await recordWrongBearer({ ...deps, limits }, context);
    if (waitSeconds !== undefined) return accountErrorResponse("tooManyRequests", { retryAfterSeconds: waitSeconds });
    context.header("www-authenticate", "Bearer");
    return context.body(null, 401);
  };
}

/** Counts and audits a wrong bearer token; returns the seconds to wait when the limit is reached. */
async function recordWrongBearer(
  { database, auditor, log, limits, keys }: LimitedDeps<"database" | "auditor" | "log" | "keys">,
  { req }: Context<ApiEnvironment>,
): Promise<number | undefined> {
  const clientIp = clientIpOf(req.raw);
  const address = keyedHash(keys.lookupHash, ["service address", clientIp]);
  return transact(database, async (transaction) => {
    const taken = await limits.consume(transaction, { limit: "serviceBearerAddress", subject: clientIp });
    log.warn("service.refused", { result: taken.kind === "full" ? "limited" : "wrong", address });
    if (taken.kind === "full") return taken.retryAfterSeconds;
    await auditor.record(transaction, {
      ...{ event: "service.refused", result: "wrong", actor: "service" },
      facts: { address, ...(taken.filled[0] && { limit: taken.filled[0] }) },
    });
    return undefined;
  });
}
