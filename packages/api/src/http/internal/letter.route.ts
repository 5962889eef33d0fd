import type { OpenAPIHono } from "@hono/zod-openapi";
import { insurerSystemEndpoints } from "@vestibule/contract/internal/insurer-system.endpoint.ts";
import type { ApiDeps, ApiEnvironment } from "../../deps.ts";
import { acknowledgeLetterRequest, openLetterRequests } from "../../letters/letter-request.store.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { addEndpoint } from "../endpoint.route.ts";
import { accountErrorResponse } from "../v1/account-error.rule.ts";

/** Letters that the insurer prints; `internalRoutes` checks the service credential before. */
export function addLetterRoutes(routes: OpenAPIHono<ApiEnvironment>, deps: ApiDeps): void {
  addEndpoint(routes, insurerSystemEndpoints.letters, async ({ context, reply }) => {
    const brandId = context.req.query("brand");
    const brand = brandId === undefined ? undefined : deps.brands.byId(brandId);
    if (brandId !== undefined && brand === undefined)
      return accountErrorResponse("invalidRequest", { fields: { brand: "format" } });
    return reply(200, { letters: await openLetterRequests(deps, { brandId: brand?.id }) });
  });
  addEndpoint(routes, insurerSystemEndpoints.acknowledgeLetter, async ({ params: { id }, reply }) => {
    const isAcknowledged = await transact(deps.database, async (transaction) => {
      const request = await acknowledgeLetterRequest(transaction, id);
      if (request === undefined) return false;
      await deps.auditor.record(transaction, {
        event: "letter.acknowledged",
        result: "ok",
        actor: "service",
        ...request,
      });
      return true;
    });
    return isAcknowledged ? reply(204) : accountErrorResponse("notFound");
  });
}
