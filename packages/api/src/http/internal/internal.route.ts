import { createHash, timingSafeEqual } from "node:crypto";
import { OpenAPIHono } from "@hono/zod-openapi";
import { normaliseEmail } from "@vestibule/contract/fields/email.rule.ts";
import { agentSessionHeader } from "@vestibule/contract/internal/agent-session.schema.ts";
import { insurerSystemEndpoints } from "@vestibule/contract/internal/insurer-system.endpoint.ts";
import { agentHeader } from "@vestibule/contract/internal/support-desk.schema.ts";
import { Hono, type MiddlewareHandler } from "hono";
import { eventsOfAccount } from "../../audit/audit-trail.store.ts";
import type { ApiDeps, ApiEnvironment, LimitedDeps } from "../../deps.ts";
import { issueLinkFor } from "../../flows/email-link/issue-link.ts";
import { issueRefusals } from "../../flows/email-link/issue-refusal.table.ts";
import { unlock } from "../../flows/sign-in/unlock.ts";
import { acknowledgeLetterRequest, openLetterRequests } from "../../letters/letter-request.store.ts";
import { limitStore } from "../../limits/limit.store.ts";
import { readMaintenance } from "../../maintenance/maintenance.store.ts";
import { readQueueLoads } from "../../messages/notification.store.ts";
import { keyedHash } from "../../platform/keyed-hash.adapter.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { journeyCounter } from "../../statistics/journey-counter.adapter.ts";
import { describeMetrics } from "../../statistics/metrics.adapter.ts";
import { addEndpoint, type CallContext } from "../endpoint.route.ts";
import { clientIpOf } from "../request-context.rule.ts";
import { accountErrorResponse } from "../v1/account-error.rule.ts";
import { addAgentSessionRoutes } from "./agent-session.route.ts";
import { addPersonRoutes } from "./person.route.ts";
import { addSupportRoutes } from "./support.route.ts";
import { addSupportSearchRoutes } from "./support-search.route.ts";

/** Endpoints for the insurer's own systems, which authenticate by service credential; browsers never call them. */
export function internalRoutes(deps: ApiDeps): Hono<ApiEnvironment> {
  const routes = new OpenAPIHono<ApiEnvironment>();
  routes.openAPIRegistry.registerComponent("securitySchemes", "service", { type: "http", scheme: "bearer" });
  routes.use("/internal/*", withServiceCredential(deps));
  addServiceRoutes(routes, deps);
  addAgentSessionRoutes(routes, deps);
  addPersonRoutes(routes, deps);
  addSupportSearchRoutes(routes, deps);
  addSupportRoutes(routes, deps);
  routes.doc31("/internal/v1/openapi.json", {
    openapi: "3.1.0",
    info: { title: "Vestibule, for the insurer’s own systems", version: "1" },
  });
  // An OpenAPIHono at the root would publish its descriptions with those of the public API.
  return new Hono<ApiEnvironment>().route("/", routes);
}

function addServiceRoutes(routes: OpenAPIHono<ApiEnvironment>, deps: ApiDeps): void {
  const { database, auditor } = deps;
  const {
    events,
    unlock: unlockAccount,
    metrics,
    serverMetrics,
    issueLink,
    letters,
    acknowledgeLetter,
  } = insurerSystemEndpoints;
  const authorize = (context: CallContext) => accountName(deps, context);

  addEndpoint(
    routes,
    events,
    async ({ caller: name, reply }) => {
      const account = await deps.accountStore.findByEmail(database, name);
      if (account === undefined) return accountErrorResponse("notFound");
      return reply(200, { events: await eventsOfAccount(database, account.id) });
    },
    { authorize },
  );
  addEndpoint(
    routes,
    unlockAccount,
    async ({ caller: name, reply }) => {
      const result = await unlock(deps, { ...name, actor: "service" });
      return result.kind === "unknown"
        ? accountErrorResponse("notFound")
        : reply(200, { unlocked: result.kind === "unlocked" });
    },
    { authorize },
  );
  addEndpoint(
    routes,
    issueLink,
    async ({ body, reply }) => {
      const result = await issueLinkFor(deps, { ...body, actor: "service", message: "sent" });
      if (result.kind === "issued") return reply(201, { token: result.token, url: result.url });
      const { error, field, key } = issueRefusals[result.refusal];
      return accountErrorResponse(error, { fields: { [field]: key } });
    },
    { authorize: refuseAgents },
  );
  addEndpoint(routes, letters, async ({ context, reply }) => {
    const asked = context.req.query("brand");
    const brand = asked === undefined ? undefined : deps.brands.byId(asked);
    if (asked !== undefined && brand === undefined)
      return accountErrorResponse("invalidRequest", { fields: { brand: "format" } });
    return reply(200, { letters: await openLetterRequests(deps, { brandId: brand?.id }) });
  });
  addEndpoint(routes, acknowledgeLetter, async ({ params: { id }, reply }) => {
    const isAcknowledged = await transact(database, async (transaction) => {
      const request = await acknowledgeLetterRequest(transaction, id);
      if (request === undefined) return false;
      await auditor.record(transaction, { event: "letter.acknowledged", result: "ok", actor: "service", ...request });
      return true;
    });
    return isAcknowledged ? reply(204) : accountErrorResponse("notFound");
  });
  const counter = journeyCounter(deps);
  addEndpoint(routes, metrics, async ({ context }) => {
    const { closed } = await readMaintenance(database);
    const { text, mediaType } = await describeMetrics({
      counts: await counter.read(),
      loads: await readQueueLoads(database),
      maintenance: deps.brands.brands.map(({ id }) => ({ brandId: id, isClosed: closed.has(id) })),
    });
    return context.body(text, 200, { "content-type": mediaType });
  });
  addEndpoint(routes, serverMetrics, async ({ context }) => {
    const { text, mediaType } = await deps.metrics.describe();
    return context.body(text, 200, { "content-type": mediaType });
  });
}

/** Agents order links at the support desk, where a second agent approves them. */
function refuseAgents({ req }: CallContext): Response | undefined {
  return [agentHeader, agentSessionHeader].some((name) => req.header(name) !== undefined)
    ? accountErrorResponse("linkRefused", { fields: { act: "notForAgents" } })
    : undefined;
}

type AccountName = { brandId: string; email: string };

function accountName({ brands }: ApiDeps, { req }: CallContext): AccountName | Response {
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
  { req }: CallContext,
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
