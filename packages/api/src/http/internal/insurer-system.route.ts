import type { OpenAPIHono } from "@hono/zod-openapi";
import { normaliseEmail } from "@vestibule/contract/fields/email.rule.ts";
import { agentSessionHeader } from "@vestibule/contract/internal/agent-session.schema.ts";
import { insurerSystemEndpoints } from "@vestibule/contract/internal/insurer-system.endpoint.ts";
import { agentHeader } from "@vestibule/contract/internal/support-desk.schema.ts";
import { findAccountByEmail } from "../../accounts/account.store.ts";
import { eventsOfAccount } from "../../audit/audit-trail.store.ts";
import type { ApiDeps, ApiEnvironment } from "../../deps.ts";
import { readWebhookLoads } from "../../events/webhook.store.ts";
import { issueLinkFor } from "../../flows/email-link/issue-link.ts";
import { acknowledgeLetter } from "../../flows/request-letter/acknowledge-letter.ts";
import { openLetterRequests } from "../../flows/request-letter/letter-request.store.ts";
import { unlock } from "../../flows/sign-in/unlock.ts";
import { readMaintenance } from "../../maintenance/maintenance.store.ts";
import { readQueueLoads } from "../../messages/notification.store.ts";
import { journeyCounter } from "../../statistics/journey-counter.adapter.ts";
import { describeMetrics } from "../../statistics/metrics.adapter.ts";
import { addEndpoint, authorizedEndpoints, type EndpointContext } from "../endpoint.route.ts";
import { accountErrorResponse } from "../error-response.ts";
import { issueRefusalResponse } from "./desk-call.rule.ts";

/**
 * Events, locks and links of one account, letters that the insurer prints, and metrics; `internalRoutes` checks the
 * service credential before.
 */
export function addInsurerSystemRoutes(routes: OpenAPIHono<ApiEnvironment>, deps: ApiDeps): void {
  const addNamedEndpoint = authorizedEndpoints(routes, (context) => accountName(deps, context));
  const counter = journeyCounter(deps);

  addNamedEndpoint(insurerSystemEndpoints.events, async ({ caller: name, respond }) => {
    const account = await findAccountByEmail(deps.database, name);
    if (account === undefined) return accountErrorResponse("notFound");
    return respond(200, { events: await eventsOfAccount(deps.database, account.id) });
  });
  addNamedEndpoint(insurerSystemEndpoints.unlock, async ({ caller: name, respond }) => {
    const result = await unlock(deps, { ...name, actor: "service" });
    return result.kind === "unknown"
      ? accountErrorResponse("notFound")
      : respond(200, { unlocked: result.kind === "unlocked" });
  });
  addEndpoint(
    routes,
    insurerSystemEndpoints.issueLink,
    async ({ body, respond }) => {
      const result = await issueLinkFor(deps, { ...body, actor: "service", message: "sent" });
      if (result.kind === "issued") return respond(201, { token: result.token, url: result.url });
      return issueRefusalResponse(result.refusal);
    },
    { authorize: refuseAgents },
  );
  addEndpoint(routes, insurerSystemEndpoints.letters, async ({ context, respond }) => {
    const brandId = context.req.query("brand");
    const brand = brandId === undefined ? undefined : deps.brands.byId(brandId);
    if (brandId !== undefined && brand === undefined)
      return accountErrorResponse("invalidRequest", { fields: { brand: "format" } });
    return respond(200, { letters: await openLetterRequests(deps, { brandId: brand?.id }) });
  });
  addEndpoint(routes, insurerSystemEndpoints.acknowledgeLetter, async ({ params: { id }, respond }) => {
    const isAcknowledged = await acknowledgeLetter(deps, { id, actor: "service" });
    return isAcknowledged ? respond(204) : accountErrorResponse("notFound");
  });
  addEndpoint(routes, insurerSystemEndpoints.metrics, async ({ context }) => {
    const { closed } = await readMaintenance(deps.database);
    const { text, mediaType } = await describeMetrics({
      counts: await counter.read(),
      loads: await readQueueLoads(deps.database),
      webhooks: await readWebhookLoads(deps.database),
      maintenance: deps.brands.brands.map(({ id }) => ({ brandId: id, isClosed: closed.has(id) })),
    });
    return context.body(text, 200, { "content-type": mediaType });
  });
  addEndpoint(routes, insurerSystemEndpoints.serverMetrics, async ({ context }) => {
    const { text, mediaType } = await deps.metrics.describe();
    return context.body(text, 200, { "content-type": mediaType });
  });
}

/** Agents order links at the support desk, where a second agent approves them. */
function refuseAgents({ req }: EndpointContext): Response | undefined {
  return [agentHeader, agentSessionHeader].some((name) => req.header(name) !== undefined)
    ? accountErrorResponse("linkRefused", { fields: { act: "notForAgents" } })
    : undefined;
}

function accountName({ brands }: ApiDeps, { req }: EndpointContext): { brandId: string; email: string } | Response {
  const brand = brands.byId(req.query("brand") ?? "");
  if (brand === undefined) return accountErrorResponse("invalidRequest", { fields: { brand: "required" } });
  const email = normaliseEmail(req.param("username") ?? "");
  return email === undefined ? accountErrorResponse("notFound") : { brandId: brand.id, email };
}
