import { roles } from "@vestibule/catalogue/account.table.ts";
import { explainEndingIds } from "@vestibule/catalogue/explain-ending.table.ts";
import { provinceIds } from "@vestibule/catalogue/province.table.ts";
import { imaginedFacts, weekParts } from "@vestibule/catalogue/team.table.ts";
import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { bodyErrors } from "../error-response.ts";
import { teamCall, teamSessionErrors } from "./agent-session.schema.ts";
import { serviceErrors } from "./insurer-system.endpoint.ts";

const common = { ...teamCall, method: "POST", description: "Needs the role operate." } as const;
const errors = {
  ...teamSessionErrors,
  ...bodyErrors,
  400: "1000: the body is invalid, or names an unknown brand",
} as const;
const brand = z.string().max(31);
const endings = z.array(z.enum(explainEndingIds));

/** Parts of the week on which the telephone of the brand is closed in a province. */
const closedDays = z.array(z.enum(weekParts));

const explainedRow = z.strictObject({
  /** Masked. */
  policyNumber: z.string(),
  role: z.enum(roles),
  province: z.enum(provinceIds),
  endings,
  closedDays,
});

/** What people of the book meet when they register, as `vestibule explain` says it. */
export const teamExplainEndpoints = {
  row: {
    ...common,
    path: "/internal/v1/team/explanations",
    summary: "Explain the rows of the book that an e-mail, a policy number or the insurer's id of a person finds",
    body: z.strictObject({ brand, row: z.string().min(1).max(254) }),
    responses: { 200: { description: "At least one row", body: z.strictObject({ rows: z.array(explainedRow) }) } },
    errors: serviceErrors({
      ...errors,
      404: "1404: the book has no such row",
      429: "1429: too many rows were not found; Retry-After has the seconds to wait",
    }),
  },
  imagined: {
    ...common,
    path: "/internal/v1/team/explanations/imagined",
    summary: "Explain a person to imagine, alone on a policy",
    body: z.strictObject({
      brand,
      province: z.enum(provinceIds),
      role: z.enum(roles),
      facts: z.array(z.enum(imaginedFacts)),
    }),
    responses: { 200: { description: "In the order of the flow", body: z.strictObject({ endings, closedDays }) } },
    errors: serviceErrors(errors),
  },
  book: {
    ...common,
    path: "/internal/v1/team/explanations/book",
    summary: "Count the people of a brand's book by what they can meet",
    body: z.strictObject({ brand }),
    responses: {
      200: {
        description: "As if there were no accounts",
        body: z.strictObject({
          people: z.int().min(0),
          endings: z.partialRecord(z.enum(explainEndingIds), z.int().positive()),
        }),
      },
    },
    errors: serviceErrors({
      ...errors,
      429: "1429: too many counts in a short time; Retry-After has the seconds to wait",
      503: "1503: counting takes too long for a page",
    }),
  },
} as const satisfies Record<string, Endpoint>;
