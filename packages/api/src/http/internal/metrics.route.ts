import type { OpenAPIHono } from "@hono/zod-openapi";
import { insurerSystemEndpoints } from "@vestibule/contract/internal/insurer-system.endpoint.ts";
import type { ApiDeps, ApiEnvironment } from "../../deps.ts";
import { readMaintenance } from "../../maintenance/maintenance.store.ts";
import { readQueueLoads } from "../../messages/notification.store.ts";
import { journeyCounter } from "../../statistics/journey-counter.adapter.ts";
import { describeMetrics } from "../../statistics/metrics.adapter.ts";
import { addEndpoint } from "../endpoint.route.ts";

/** Metrics of all servers and of this one; `internalRoutes` checks the service credential before. */
export function addMetricsRoutes(routes: OpenAPIHono<ApiEnvironment>, deps: ApiDeps): void {
  const counter = journeyCounter(deps);
  addEndpoint(routes, insurerSystemEndpoints.metrics, async ({ context }) => {
    const { closed } = await readMaintenance(deps.database);
    const { text, mediaType } = await describeMetrics({
      counts: await counter.read(),
      loads: await readQueueLoads(deps.database),
      maintenance: deps.brands.brands.map(({ id }) => ({ brandId: id, isClosed: closed.has(id) })),
    });
    return context.body(text, 200, { "content-type": mediaType });
  });
  addEndpoint(routes, insurerSystemEndpoints.serverMetrics, async ({ context }) => {
    const { text, mediaType } = await deps.metrics.describe();
    return context.body(text, 200, { "content-type": mediaType });
  });
}
