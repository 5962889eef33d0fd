import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { portalEvent } from "./event.schema.ts";
import { serviceErrors } from "./insurer-system.endpoint.ts";

/** Longest time that a call waits for the next event. */
export const longestWaitSeconds = 20;

/** The events of the portal, for the insurer's own systems. */
export const eventEndpoints = {
  feed: {
    method: "GET",
    path: "/internal/v1/events",
    tag: "internal",
    serviceOnly: true,
    summary: "List what happened in the portal, oldest first",
    description: `Events of the last ${ttl.eventDays} days, in their order for each account, none left out. Without \`after\`, from the oldest. A call with \`wait\` responds as soon as there is an event; an empty list means that there was none.`,
    query: z.object({
      after: z.string().max(1000).optional().describe("`next` of the page before"),
      brand: z.string().optional().describe("Only events of this brand; a cursor belongs to its brand"),
      wait: z.coerce
        .number()
        .int()
        .min(0)
        .max(longestWaitSeconds)
        .default(0)
        .describe("Seconds to wait for the next event"),
    }),
    responses: {
      200: {
        description: "A page of events; repeat the call with `next` until the list is empty",
        body: z.strictObject({ events: z.array(portalEvent), next: z.string() }),
      },
    },
    errors: serviceErrors({
      400: "1000: an unknown brand, a malformed cursor, or the cursor of another brand",
      410: "1411: events after this cursor are no longer kept, or a backup was restored; begin again without `after`",
    }),
  },
} as const satisfies Record<string, Endpoint>;
