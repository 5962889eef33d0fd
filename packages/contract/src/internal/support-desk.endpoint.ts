import { resettableLimitIds } from "@vestibule/catalogue/support.table.ts";
import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { bodyErrors } from "../error-response.ts";
import { supportReferenceResponse } from "../v1/support.schema.ts";
import { agentHeaders } from "./agent-session.schema.ts";
import { serviceErrors } from "./insurer-system.endpoint.ts";
import {
  foundJourney,
  linkRequestResponse,
  openJourneyBody,
  supportCase,
  supportLinkBody,
  supportSearchBody,
} from "./support-desk.schema.ts";

const brand = z.object({ brand: z.string() });
const common = { tag: "internal", serviceOnly: true, headers: agentHeaders } as const;
const endedSession = { 403: "3004: the agent’s session has ended; 3013: it has no role at the call centre’s page" };

const byReference = { ...common, query: brand.partial() } as const;
const misses = {
  ...endedSession,
  400: "1000: wrong check digit of the reference, no agent id, or an invalid body",
  404: "1404: unknown reference, or of another brand than in the query",
  429: "1429: too many unknown references; Retry-After has the seconds to wait",
};
const action = {
  ...byReference,
  method: "POST",
  description: "Recorded in the audit trail with the id of the agent.",
  errors: serviceErrors({
    ...misses,
    ...bodyErrors,
    409: "1409: the person’s state or the agent’s role does not allow the action, or the same link is already requested; `fields` says why",
  }),
} as const;
/** `done` is false where there was nothing to do. `request`: the link waits for a second agent. */
const actResponse = z.strictObject({ done: z.boolean(), request: linkRequestResponse.optional() });
const acted = { description: "Whether the action changed anything", body: actResponse } as const;

const searchErrors = {
  ...endedSession,
  400: "1000: no brand, no agent id, or an invalid body",
  429: "1429: too many searches without a result; Retry-After has the seconds to wait",
};
const listErrors = { ...endedSession, 400: "1000: no brand, or no agent id" };
const decision = {
  ...common,
  method: "POST",
  description: "Recorded in the audit trail with the id of the agent.",
  query: brand,
  params: z.object({ id: z.uuid() }),
  responses: {
    200: { description: "The request after the decision", body: z.strictObject({ request: linkRequestResponse }) },
  },
  errors: serviceErrors({
    ...listErrors,
    404: "1404: the brand has no such request",
    409: "1409: the request is the agent’s own, or has ended; `fields` says which",
  }),
} as const;

/** Calls of the call centre's agents. The audit trail records every call with the agent's id. */
export const supportDeskEndpoints = {
  look: {
    ...byReference,
    method: "GET",
    path: "/internal/v1/support/{code}",
    summary: "Read the case of a support reference",
    description: "Steps, messages and active limits, without personal data. Recorded in the audit trail.",
    responses: { 200: { description: "The case", body: supportCase } },
    errors: serviceErrors(misses),
  },
  lift: {
    ...action,
    path: "/internal/v1/support/{code}/lift",
    summary: "Reset a limit of the person of a reference",
    body: z.strictObject({ limit: z.enum(resettableLimitIds) }),
    responses: { 200: acted },
  },
  unlock: {
    ...action,
    path: "/internal/v1/support/{code}/unlock",
    summary: "End every sign-in lockout of the account of a reference",
    responses: { 200: acted },
  },
  unfreeze: {
    ...action,
    path: "/internal/v1/support/{code}/unfreeze",
    summary: "Unfreeze the account of a reference",
    description:
      "The person has reported an activity as not their own, so verify the caller first. The person must then set a new password. Recorded in the audit trail with the id of the agent.",
    responses: { 200: acted },
  },
  change: {
    ...action,
    path: "/internal/v1/support/{code}/changes/{id}",
    params: z.object({ code: z.string(), id: z.uuid() }),
    summary: "Keep a change of the last 30 days, or put it back",
    description:
      "Putting a change back locks the password until a new one, ends every session and leaves each passkey off until its owner keeps it; both e-mails are notified. Keeping it is recorded and makes no contact trusted earlier. Recorded in the audit trail with the id of the agent.",
    body: z.strictObject({ verdict: z.enum(["keep", "putBack"]) }),
    responses: { 200: acted },
  },
  link: {
    ...action,
    path: "/internal/v1/support/{code}/link",
    summary: "Send a link to the person of a reference",
    body: supportLinkBody,
    responses: {
      200: acted,
      202: {
        description:
          "The e-mail is not on file: the contacts on file are notified, and the link is sent after a second agent has approved it, 24 hours later at the earliest",
        body: actResponse,
      },
    },
  },
  waive: {
    ...action,
    path: "/internal/v1/support/{code}/second-factor-waiver",
    summary: "Ask that the second proof of the person of a reference be waived once",
    description:
      "The contacts on file are notified at once. After another agent has approved, and 24 hours later at the earliest, the person’s next right password leads to setting up a method; the waiver ends with it, or after 72 hours. Recorded in the audit trail with the id of the agent.",
    responses: { 202: { description: "The waiver waits for a second agent", body: actResponse } },
  },
  /** Recent journeys of the people found by a policy number or an e-mail. */
  search: {
    ...common,
    method: "POST",
    path: "/internal/v1/support-search",
    summary: "Search the recent journeys of a person by policy number or e-mail",
    description: "Returns kinds and times, and of personal data only an initial. Recorded in the audit trail.",
    query: brand,
    body: supportSearchBody,
    responses: {
      200: { description: "Newest first", body: z.strictObject({ journeys: z.array(foundJourney) }) },
    },
    errors: serviceErrors(searchErrors),
  },
  open: {
    ...common,
    method: "POST",
    path: "/internal/v1/support-search/open",
    summary: "Create the support reference of a journey",
    query: brand,
    body: openJourneyBody,
    responses: { 201: { description: "The reference", body: supportReferenceResponse } },
    errors: serviceErrors({ ...searchErrors, 404: "1404: the brand has no such journey" }),
  },
  /** The brand's open requests for a link to an e-mail that is not on file, and the agent's own recent ones. */
  requests: {
    ...common,
    method: "GET",
    path: "/internal/v1/link-requests",
    summary: "List the link requests that await a second agent, and the agent’s own recent ones",
    query: brand,
    responses: {
      200: { description: "Newest first", body: z.strictObject({ requests: z.array(linkRequestResponse) }) },
    },
    errors: serviceErrors(listErrors),
  },
  approve: {
    ...decision,
    path: "/internal/v1/link-requests/{id}/approve",
    summary: "Approve a link to an e-mail that is not on file, or a waiver of the second proof, as the second agent",
  },
  refuse: {
    ...decision,
    path: "/internal/v1/link-requests/{id}/refuse",
    summary: "Refuse a link to an e-mail that is not on file, or a waiver of the second proof",
  },
} as const satisfies Record<string, Endpoint>;
