import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { errorResponses } from "../error-response.ts";
import { personExport, personSections } from "../internal/person.schema.ts";
import { accountCall, accountCallErrors } from "./account-call.schema.ts";

const errors = errorResponses({
  ...accountCallErrors,
  403: "3008: unknown api-key; 3010: a fresh proof of identity is required; 3012: a change of the last 72 hours has not settled, `until` says when",
  429: "1429: too many of these calls; Retry-After has the seconds to wait",
});

const section = z.enum(personSections);
/** Sections that closing the account deletes, and those that the insurer keeps. */
const closingResponse = z.strictObject({ deletes: z.array(section), keeps: z.array(section) });
export type ClosingResponse = z.infer<typeof closingResponse>;

/** Calls that export what is stored about a person and close their account. Each requires a fresh proof of identity. */
export const ownDataEndpoints = {
  data: {
    ...accountCall,
    method: "GET",
    path: "/account/v1/data",
    summary: "Export the data stored about the account holder",
    description: "Without hashes and internal ids. Recorded in the audit trail.",
    responses: { 200: { description: "By section", body: personExport } },
    errors,
  },
  closing: {
    ...accountCall,
    method: "GET",
    path: "/account/v1/closing",
    summary: "Preview what closing the account deletes and keeps",
    responses: { 200: { description: "By section", body: closingResponse } },
    errors,
  },
  close: {
    ...accountCall,
    method: "POST",
    path: "/account/v1/close",
    summary: "Close the account and delete the data stored about its holder",
    description: "Data that the insurer must keep is kept. The owner is notified.",
    responses: { 204: { description: "The account is closed" } },
    errors,
  },
} as const satisfies Record<string, Endpoint>;
