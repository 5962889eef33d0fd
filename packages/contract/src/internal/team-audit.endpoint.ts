import { auditSearches, auditSpans } from "@vestibule/catalogue/team.table.ts";
import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { teamCall, teamSessionErrors } from "./agent-session.schema.ts";
import { serviceErrors } from "./insurer-system.endpoint.ts";

const foundEvent = z.strictObject({
  at: z.iso.datetime(),
  event: z.string(),
  result: z.string(),
  brand: z.string().nullable(),
  actor: z.string(),
  accountId: z.string().nullable(),
  journeyId: z.string().nullable(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
export type FoundEvent = z.infer<typeof foundEvent>;

/** The audit trail for the digital team's page. */
export const teamAuditEndpoints = {
  search: {
    ...teamCall,
    method: "GET",
    path: "/internal/v1/team/audit",
    summary: "Search the audit trail by reference, agent or event, newest first",
    description: "For the role `operate`. The search itself is recorded, with what was searched for.",
    query: z.object({
      by: z.enum(auditSearches),
      value: z.string().min(1).max(100).describe("The reference, the id of an agent or operator, or the event’s name"),
      days: z.enum(auditSpans).default("7").describe("How many days back; a reference has its own time"),
      as: z.enum(["page", "file"]).default("page").describe("A file has more events, and is recorded as an export"),
    }),
    responses: {
      200: {
        description: "The events; `isCut`: older ones were left out",
        body: z.strictObject({ events: z.array(foundEvent), isCut: z.boolean() }),
      },
    },
    errors: serviceErrors({
      ...teamSessionErrors,
      400: "1000: nothing to search by, an unknown event, or a reference that was misread; `fields` says which",
      404: "1404: no such reference",
      429: "1429: too many searches in a short time; Retry-After has the seconds to wait",
      503: "1503: searching takes too long for a page",
    }),
  },
} as const satisfies Record<string, Endpoint>;
