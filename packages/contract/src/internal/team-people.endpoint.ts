import { roles } from "@vestibule/catalogue/account.table.ts";
import { languages } from "@vestibule/catalogue/province.table.ts";
import { personActions } from "@vestibule/catalogue/team.table.ts";
import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { bodyErrors } from "../error-response.ts";
import { teamCall, teamSessionErrors } from "./agent-session.schema.ts";
import { serviceErrors } from "./insurer-system.endpoint.ts";
import { erasureReport, personExport } from "./person.schema.ts";

const params = z.object({ id: z.uuid() });

/** A person of the book. `row` names their row of the book. */
const foundPerson = z.strictObject({
  row: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(roles),
  /** Masked. */
  policyNumber: z.string(),
  hasAccount: z.boolean(),
});
export type FoundPerson = z.infer<typeof foundPerson>;

const personRequest = z.strictObject({
  id: z.uuid(),
  brand: z.string(),
  action: z.enum(personActions),
  /** Absent where the policy directory no longer has the person on this policy, or does not answer. */
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  policyNumber: z.string(),
  requestedBy: z.string(),
  requestedAt: z.iso.datetime(),
  dueAt: z.iso.datetime(),
  approvedBy: z.string().optional(),
  isOwn: z.boolean(),
});
export type PersonRequest = z.infer<typeof personRequest>;

export const namedBrand = z.strictObject({ id: z.string(), name: z.record(z.enum(languages), z.string()) });

/** People for the digital team's page: found, exported and erased by two members with the role `operate`. */
export const teamPeopleEndpoints = {
  find: {
    ...teamCall,
    method: "POST",
    path: "/internal/v1/team/people/search",
    summary: "Find people by a reference, or by a policy number of a brand",
    description: "Recorded in the audit trail.",
    body: z.union([
      z.strictObject({ reference: z.string().max(20) }),
      z.strictObject({ brand: z.string().max(31), policyNumber: z.string().min(1).max(20) }),
    ]),
    responses: {
      200: {
        description: "At least one person",
        body: z.strictObject({ brand: z.string(), people: z.array(foundPerson) }),
      },
    },
    errors: serviceErrors({
      ...teamSessionErrors,
      ...bodyErrors,
      400: "1000: an invalid body, an unknown brand, or a reference that was misread; `fields` says which",
      404: "1404: no person has this policy number, or no case has this reference",
      429: "1429: too many people were not found; Retry-After has the seconds to wait",
    }),
  },
  requests: {
    ...teamCall,
    method: "GET",
    path: "/internal/v1/team/people/requests",
    summary: "List requests that wait for a second member, and exports that can be downloaded",
    responses: {
      200: {
        description: "The newest first, at most 100",
        body: z.strictObject({ requests: z.array(personRequest), brands: z.array(namedBrand) }),
      },
    },
    errors: serviceErrors(teamSessionErrors),
  },
  request: {
    ...teamCall,
    method: "POST",
    path: "/internal/v1/team/people/requests",
    summary: "Ask to export or erase what is kept of a person",
    body: z.strictObject({ brand: z.string().max(31), row: z.string().max(300), action: z.enum(personActions) }),
    responses: { 204: { description: "Waits for another member" } },
    errors: serviceErrors({
      ...teamSessionErrors,
      ...bodyErrors,
      404: "1404: the brand has no such person",
      409: "1409: the same request is open; `fields` says so",
    }),
  },
  approve: {
    ...teamCall,
    method: "POST",
    path: "/internal/v1/team/people/requests/{id}/approve",
    params,
    summary: "Approve the request of another member; an erasure is done at once",
    responses: {
      200: {
        description: "What an erasure deleted and kept; without it, the export can be downloaded",
        body: z.strictObject({ erased: erasureReport.optional() }),
      },
    },
    errors: serviceErrors({
      ...teamSessionErrors,
      404: "1404: no such request is open, or the person is no longer found",
      409: "1409: the request is one’s own; `fields` says so",
    }),
  },
  withdraw: {
    ...teamCall,
    method: "POST",
    path: "/internal/v1/team/people/requests/{id}/refuse",
    params,
    summary: "Refuse a request, or withdraw one’s own",
    responses: { 204: { description: "Deleted" } },
    errors: serviceErrors({ ...teamSessionErrors, 404: "1404: no such request is open" }),
  },
  download: {
    ...teamCall,
    method: "POST",
    path: "/internal/v1/team/people/requests/{id}/export",
    params,
    summary: "Download an approved export",
    description: "Unmasked personal data, only for the person concerned. Recorded in the audit trail.",
    responses: { 200: { description: "By section, one for each table", body: personExport } },
    errors: serviceErrors({
      ...teamSessionErrors,
      404: "1404: no approved request to export is open, or the person is no longer found",
    }),
  },
} as const satisfies Record<string, Endpoint>;
