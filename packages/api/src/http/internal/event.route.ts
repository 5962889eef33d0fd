import type { OpenAPIHono } from "@hono/zod-openapi";
import { eventEndpoints } from "@vestibule/contract/internal/event.endpoint.ts";
import type { ApiDeps, ApiEnvironment } from "../../deps.ts";
import { describeEvents } from "../../events/event-description.rule.ts";
import { readFeed } from "../../events/event-feed.ts";
import { readRestoreEpoch } from "../../flows/restore/restore.store.ts";
import { addEndpoint } from "../endpoint.route.ts";
import { accountErrorResponse, fieldsOf, parseInput } from "../error-response.ts";

/** The feed of events and its description; `internalRoutes` checks the service credential before. */
export function addEventRoutes(routes: OpenAPIHono<ApiEnvironment>, { database, brands, draining }: ApiDeps): void {
  const { feed } = eventEndpoints;
  addEndpoint(routes, feed, async ({ context, respond }) => {
    const query = parseInput(feed.query, context.req.query());
    if (!query.success) return accountErrorResponse("invalidRequest", { fields: fieldsOf(query.error) });
    const { after, brand: brandId, wait: waitSeconds } = query.data;
    const brand = brandId === undefined ? undefined : brands.byId(brandId)?.id;
    if (brandId !== undefined && brand === undefined)
      return accountErrorResponse("invalidRequest", { fields: { brand: "format" } });
    const epoch = await readRestoreEpoch(database);
    const { signal } = context.req.raw;
    const result = await readFeed(database, { epoch, after, brand, waitSeconds, signal, draining });
    if (result.kind === "malformed") return accountErrorResponse("invalidRequest", { fields: { after: "format" } });
    if (result.kind === "expired") return accountErrorResponse("cursorExpired");
    return respond(200, { events: result.events, next: result.next });
  });
  routes.get("/internal/v1/asyncapi.json", (context) => context.json(describeEvents()));
}
