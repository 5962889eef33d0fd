import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { bodyErrors } from "../error-response.ts";
import { agentHeaders } from "./agent-session.schema.ts";
import { serviceErrors } from "./insurer-system.endpoint.ts";
import { erasurePreview, erasureReport, personBody, personExport } from "./person.schema.ts";

const common = {
  tag: "internal",
  serviceOnly: true,
  method: "POST",
  headers: agentHeaders,
  query: z.object({ brand: z.string() }),
} as const;
const errors = {
  ...bodyErrors,
  400: "1000: no brand, or an invalid body",
  403: "3004: the agent’s session has ended; 3013: it has no role at the call centre’s page",
  404: "1404: the brand stores nothing about such a person",
  409: "1409: the e-mail belongs to several people (add the policy and the person), or the agent has a read-only role; `fields` says which",
  429: "1429: too many people were not found; Retry-After has the seconds to wait",
};

/** The person is in the body, so that no log contains them. An agent needs a role that acts. */
export const personEndpoints = {
  export: {
    ...common,
    path: "/internal/v1/people/export",
    summary: "Export the data stored about a person",
    description: "Unmasked personal data, only for the person concerned. Recorded in the audit trail.",
    body: personBody,
    responses: { 200: { description: "By section, one for each table", body: personExport } },
    errors: serviceErrors(errors),
  },
  previewErasure: {
    ...common,
    path: "/internal/v1/people/erasure",
    summary: "Preview an erasure",
    description:
      "Deletes nothing. Returns what would be deleted and kept, and a confirmation for this person, valid for 24 hours.",
    body: personBody,
    responses: { 200: { description: "What would be deleted and kept", body: erasurePreview } },
    errors: serviceErrors(errors),
  },
  erase: {
    ...common,
    path: "/internal/v1/people/erase",
    summary: "Erase a person",
    description:
      "Requires the confirmation of the preview; another agent must confirm the preview of an agent. What was deleted is recorded in the audit trail.",
    body: z.strictObject({ person: personBody, confirmation: z.string().max(1000) }),
    responses: { 200: { description: "What was deleted and kept", body: erasureReport } },
    errors: serviceErrors({
      ...errors,
      409: "1409: the confirmation belongs to another person, has expired or is the agent’s own, the e-mail belongs to several people, or the agent has a read-only role; `fields` says which",
    }),
  },
} as const satisfies Record<string, Endpoint>;
