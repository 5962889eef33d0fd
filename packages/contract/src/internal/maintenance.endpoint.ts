import { languages } from "@vestibule/catalogue/province.table.ts";
import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { bodyErrors } from "../error-response.ts";
import { teamCall, teamSessionErrors } from "./agent-session.schema.ts";
import { serviceErrors } from "./insurer-system.endpoint.ts";

const common = { ...teamCall, description: "Needs the role operate." } as const;
const changeErrors = serviceErrors({
  ...teamSessionErrors,
  ...bodyErrors,
  400: "1000: the body is invalid; `fields` says which: `brands`: one is unknown; `until` is in the past",
});
const brandIds = z.array(z.string().max(31)).min(1).max(100);

const brandMaintenance = z.strictObject({
  id: z.string(),
  name: z.record(z.enum(languages), z.string()),
  isClosed: z.boolean(),
  /** What people read; a brand does not open by itself. */
  until: z.iso.datetime().optional(),
});
export type BrandMaintenance = z.infer<typeof brandMaintenance>;

const maintenanceBypass = z.strictObject({
  links: z.array(z.strictObject({ brand: z.string(), url: z.string() })),
  endsAt: z.iso.datetime(),
});

/** Planned maintenance, as `vestibule maintenance` starts and ends it. */
export const maintenanceEndpoints = {
  list: {
    ...common,
    method: "GET",
    path: "/internal/v1/team/maintenance",
    summary: "List the brands and which of them are closed for maintenance",
    responses: { 200: { description: "The brands", body: z.strictObject({ brands: z.array(brandMaintenance) }) } },
    errors: serviceErrors(teamSessionErrors),
  },
  close: {
    ...common,
    method: "POST",
    path: "/internal/v1/team/maintenance/closings",
    summary: "Close brands for maintenance, or announce another end",
    body: z.strictObject({ brands: brandIds, until: z.iso.datetime().optional() }),
    responses: { 204: { description: "Closed, all of them" } },
    errors: changeErrors,
  },
  open: {
    ...common,
    method: "POST",
    path: "/internal/v1/team/maintenance/openings",
    summary: "Open brands again after maintenance",
    body: z.strictObject({ brands: brandIds }),
    responses: { 204: { description: "Open, all of them" } },
    errors: changeErrors,
  },
  issueBypass: {
    ...common,
    method: "POST",
    path: "/internal/v1/team/maintenance/bypasses",
    summary: "Issue links that lead past the maintenance page for two hours",
    body: z.strictObject({ brands: brandIds }),
    responses: { 201: { description: "A link for each brand with an address", body: maintenanceBypass } },
    errors: changeErrors,
  },
} as const satisfies Record<string, Endpoint>;
