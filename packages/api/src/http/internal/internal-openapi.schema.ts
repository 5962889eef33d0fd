import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { accountErrorAnswer } from "@vestibule/contract/v1/account.schema.ts";

const eventsAnswer = z.strictObject({
  events: z.array(
    z.strictObject({
      at: z.string(),
      event: z.string(),
      result: z.string(),
      actor: z.string(),
      journeyId: z.string().optional(),
      facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    }),
  ),
});
const unlockAnswer = z.strictObject({ unlocked: z.boolean() });

const json = (schema: z.ZodType) => ({ "application/json": { schema } });
const problem = (description: string) => ({ description, content: json(accountErrorAnswer) });

const ofAnAccount = {
  tags: ["internal"],
  security: [{ service: [] }],
  request: { params: z.object({ username: z.string() }), query: z.object({ brand: z.string() }) },
};
const refusals = {
  400: problem("No brand in the query, or one that nobody carries"),
  401: { description: "No service credential" },
  404: problem("No such account under the brand"),
};

/** Paths by which the insurer's own systems access an account. */
export const internalPaths = {
  events: "/internal/v1/accounts/{username}/events",
  unlock: "/internal/v1/accounts/{username}/unlock",
  metrics: "/internal/v1/metrics",
} as const;

export function describeInternal(registry: OpenAPIHono["openAPIRegistry"]): void {
  registry.registerComponent("securitySchemes", "service", { type: "http", scheme: "bearer" });
  registry.registerPath({
    ...ofAnAccount,
    method: "get",
    path: internalPaths.events,
    summary: "What happened to an account, oldest first",
    responses: { ...refusals, 200: { description: "Its audit trail", content: json(eventsAnswer) } },
  });
  registry.registerPath({
    ...ofAnAccount,
    method: "post",
    path: internalPaths.unlock,
    summary: "Lift every lock of an account",
    responses: { ...refusals, 200: { description: "Whether there was a lock", content: json(unlockAnswer) } },
  });
  registry.registerPath({
    tags: ["internal"],
    security: [{ service: [] }],
    method: "get",
    path: internalPaths.metrics,
    summary: "Counts of journeys for Prometheus",
    description: "The same on every server, since all of them read the database. Nothing personal.",
    responses: {
      200: { description: "Counters in the text format", content: { "text/plain": { schema: z.string() } } },
      401: refusals[401],
    },
  });
}
