import { idsOf } from "@vestibule/catalogue/ids-of.ts";
import { languages } from "@vestibule/catalogue/province.table.ts";
import { flowIds, roadblockNexts, waiverEvents } from "@vestibule/catalogue/statistic.table.ts";
import { reportDimensions, reportLengths, reportTimes } from "@vestibule/catalogue/team.table.ts";
import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { teamCall, teamSessionErrors } from "./agent-session.schema.ts";
import { serviceErrors } from "./insurer-system.endpoint.ts";

const count = z.int().min(0);
const figures = {
  started: count,
  finished: count,
  continuedIn: count,
  refused: count,
  stuck: count,
  left: count,
  inProgress: count,
};
const figuresByValue = z.record(z.string(), z.strictObject(figures));
const journeyNumbers = z.strictObject({
  journey: z.enum(flowIds),
  ...figures,
  steps: z.array(
    z.strictObject({ step: z.string(), pageCategory: z.string(), reached: count, stuck: count, left: count }),
  ),
  topOfPageErrors: z.record(z.string(), count),
  /** Figures by language, province and the like; `unknown` or `none` where a journey has no value. */
  dimensions: z.record(z.enum(reportDimensions), figuresByValue),
  /** Figures by day or hour in the time zone, such as 2026-11-28 or 2026-11-28T13; absent where none started. */
  times: figuresByValue,
});
export type JourneyNumbers = z.infer<typeof journeyNumbers>;

const waiverStates = idsOf(waiverEvents);

const reportNumbers = z.strictObject({
  /** First and last day, in the time zone of the brand. */
  from: z.iso.date(),
  to: z.iso.date(),
  timeZone: z.string(),
  /** Null: every brand. */
  brand: z.string().nullable(),
  brands: z.array(z.strictObject({ id: z.string(), name: z.record(z.enum(languages), z.string()) })),
  journeys: z.array(journeyNumbers),
  roadblocks: z.array(z.strictObject({ roadblock: z.string(), count, next: z.record(z.enum(roadblockNexts), count) })),
  /** Sign-ins to each application of a brand; without a name where the brand has it no longer. */
  applications: z.array(
    z.strictObject({
      brand: z.string(),
      application: z.string(),
      name: z.record(z.enum(languages), z.string()).optional(),
      count,
    }),
  ),
  /** Waivers of the second proof that reached each state. */
  waivers: z.record(z.enum(waiverStates), count),
});
export type ReportNumbers = z.infer<typeof reportNumbers>;

/** Calls of the digital team's page, for the session of a member; each requires its role. */
export const teamEndpoints = {
  report: {
    ...teamCall,
    method: "GET",
    path: "/internal/v1/team/report",
    summary: "Read how many journeys start, finish and get stuck, and at which roadblocks",
    description: "The numbers of `vestibule report`, for the role `look`. Nothing in them is about one person.",
    query: z.object({
      days: z.enum(reportLengths),
      brand: z.string().optional(),
      /** What the lines are divided by; by default the day. */
      by: z.enum(reportTimes).optional(),
      /** The period of the same length before, instead of the one that ends today. */
      period: z.literal("before").optional(),
    }),
    responses: { 200: { description: "The numbers", body: reportNumbers } },
    errors: serviceErrors({
      ...teamSessionErrors,
      400: "1000: the query has no length, or an unknown brand, time or period",
      429: "1429: too many reports in a short time; Retry-After has the seconds to wait",
      503: "1503: counting takes too long for a page, as right after an upgrade",
    }),
  },
} as const satisfies Record<string, Endpoint>;
