import type { OpenAPIHono } from "@hono/zod-openapi";
import { teamDeskEndpoints } from "@vestibule/contract/internal/team-desk.endpoint.ts";
import { countReachedLimits } from "../../audit/reached-limits.store.ts";
import { type LastAnswer, readLastAnswers } from "../../connections/last-answer.store.ts";
import type { ApiEnvironment, RouteDeps } from "../../deps.ts";
import { readWebhookLoads } from "../../events/webhook.store.ts";
import { acknowledgeLetter } from "../../flows/request-letter/acknowledge-letter.ts";
import { openLetterRequests } from "../../flows/request-letter/letter-request.store.ts";
import { retryLater } from "../../limits/retry-later.rule.ts";
import { waitingLinkRequests } from "../../link-requests/link-request.store.ts";
import { describeLinkRequest } from "../../link-requests/link-request-response.rule.ts";
import { readQueueLoads } from "../../messages/notification.store.ts";
import { readKeyUses } from "../../platform/key-use.store.ts";
import { authorizedEndpoints } from "../endpoint.route.ts";
import { accountErrorResponse } from "../error-response.ts";
import { readTeamCall } from "./team-call.rule.ts";

/** What waits and what is connected, for the digital team; `internalRoutes` checks the service credential before. */
export function addTeamDeskRoutes(routes: OpenAPIHono<ApiEnvironment>, deps: RouteDeps): void {
  const { database, brands, limits, checkUp } = deps;
  const { letters, markPrinted, linkRequests, state, check } = teamDeskEndpoints;
  const addOperateEndpoint = authorizedEndpoints(routes, (context) => readTeamCall(deps, context, "operate"));

  const namedBrands = () => brands.brands.map(({ id, name }) => ({ id, name }));

  addOperateEndpoint(letters, async ({ respond }) =>
    respond(200, { letters: await openLetterRequests(deps, {}), brands: namedBrands() }),
  );
  addOperateEndpoint(markPrinted, async ({ caller: { memberId }, params: { id }, respond }) =>
    (await acknowledgeLetter(deps, { id, actor: `agent:${memberId}` }))
      ? respond(204)
      : accountErrorResponse("notFound"),
  );
  addOperateEndpoint(linkRequests, async ({ caller: { memberId }, respond }) => {
    const waiting = await waitingLinkRequests(database);
    return respond(200, {
      requests: waiting.map((request) => ({
        brand: request.brandId,
        ...describeLinkRequest(request, `agent:${memberId}`),
      })),
      brands: namedBrands(),
    });
  });
  addOperateEndpoint(state, async ({ respond }) => {
    const answers = await readLastAnswers(database);
    const answersOf = (kind: LastAnswer["kind"], brandId: string, id: string) =>
      answers
        .filter((one) => one.kind === kind && one.brandId === brandId && one.id === id)
        .map(({ isGood, answer, at }) => ({ isGood, answer, at: at.toISOString() }));
    return respond(200, {
      brands: namedBrands(),
      queues: (await readQueueLoads(database)).map(({ queue, ...load }) => ({ queue: queue.name, ...load })),
      limits: await countReachedLimits(database),
      keys: await readKeyUses(deps),
      applications: brands.brands.flatMap(({ id: brand, oidcClients }) =>
        oidcClients.map(({ id, name }) => ({ brand, id, name, answers: answersOf("application", brand, id) })),
      ),
      webhooks: (await readWebhookLoads(database)).map(({ webhookId: id, ...load }) => ({
        id,
        ...load,
        answers: answersOf("webhook", "", id),
      })),
    });
  });
  addOperateEndpoint(check, async ({ caller: { memberId }, respond }) => {
    const counted = await limits.consume(database, { limit: "teamReportMember", subject: memberId });
    if (counted.kind === "exceeded") return accountErrorResponse("tooManyRequests", retryLater(counted));
    const findings = await checkUp?.();
    return findings === undefined ? accountErrorResponse("unavailable") : respond(200, { findings: [...findings] });
  });
}
