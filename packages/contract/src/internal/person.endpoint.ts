import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { bodyProblems } from "../v1/account.endpoint.ts";
import { agentSessionHeader } from "./agent-session.schema.ts";
import { serviceProblems } from "./insurer-system.endpoint.ts";
import { eraseBody, erasurePreview, erasureReport, personBody, personExport } from "./person.schema.ts";
import { agentHeader, agentId } from "./support-desk.schema.ts";

const common = {
  tag: "internal",
  serviceOnly: true,
  method: "POST",
  headers: z.object({ [agentHeader]: agentId, [agentSessionHeader]: z.string() }).partial(),
  query: z.object({ brand: z.string() }),
} as const;
const errors = {
  ...bodyProblems,
  400: "1000: no brand, or a body that breaks the schema",
  403: "3004: the agent’s session has ended",
  404: "1404: nothing is kept of such a person under this brand",
  409: "1409: the e-mail is of several people (name the policy and the person), or the agent’s role may only read; fields says which",
  429: "1429: too many people who are not found; retry-after says how long to wait",
};

/** The person is in the body, so that no log contains them. An agent needs a role that acts. */
export const personEndpoints = {
  export: {
    ...common,
    path: "/internal/v1/people/export",
    summary: "Everything that is kept of a person",
    description: "Personal data in full: hand it to the person alone. The export is in the audit trail.",
    body: personBody,
    answers: { 200: { description: "By section, one for each table", body: personExport } },
    errors: serviceProblems(errors),
  },
  previewErasure: {
    ...common,
    path: "/internal/v1/people/erasure",
    summary: "What an erasure would delete and keep, and its confirmation",
    description: "Changes nothing. The confirmation is for this person, and ends after 24 hours.",
    body: personBody,
    answers: { 200: { description: "What would go and what stays", body: erasurePreview } },
    errors: serviceProblems(errors),
  },
  erase: {
    ...common,
    path: "/internal/v1/people/erase",
    summary: "Erase a person",
    description:
      "With the confirmation of the preview. An agent’s preview is confirmed by another agent. What was deleted is in the audit trail.",
    body: eraseBody,
    answers: { 200: { description: "What was deleted and what stays", body: erasureReport } },
    errors: serviceProblems({
      ...errors,
      409: "1409: the confirmation is of another person or has ended, it is the agent’s own, the e-mail is of several people, or the agent’s role may only read; fields says which",
    }),
  },
} as const satisfies Record<string, Endpoint>;
