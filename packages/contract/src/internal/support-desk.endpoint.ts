import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { bodyProblems } from "../v1/account.endpoint.ts";
import { supportReferenceAnswer } from "../v1/support.schema.ts";
import { agentSessionHeader } from "./agent-session.schema.ts";
import { serviceProblems } from "./insurer-system.endpoint.ts";
import { decidedAnswer, linkRequestsAnswer } from "./link-request.schema.ts";
import {
  actAnswer,
  agentHeader,
  agentId,
  liftBody,
  openJourneyBody,
  supportCase,
  supportLinkBody,
  supportSearchAnswer,
  supportSearchBody,
} from "./support-desk.schema.ts";

const headers = z.object({ [agentHeader]: agentId, [agentSessionHeader]: z.string() }).partial();
const brand = z.object({ brand: z.string() });
const common = { tag: "internal", serviceOnly: true, headers } as const;
const endedSession = { 403: "3004: the agent’s session has ended" };

const byReference = { ...common, query: brand.partial() } as const;
const misses = {
  ...endedSession,
  400: "1000: a misheard or mistyped reference (its check digit), no agent’s id, or a body that breaks the schema",
  404: "1404: no such reference, or one of another brand than the query names",
  429: "1429: too many references that lead nowhere; retry-after says how long to wait",
};
const action = {
  ...byReference,
  method: "POST",
  description: "The act is recorded in the audit trail with the agent’s id.",
  errors: serviceProblems({
    ...misses,
    ...bodyProblems,
    409: "1409: this act does not fit the person or the agent’s role, or such a link is requested already; fields says why",
  }),
} as const;
const acted = { description: "Whether there was anything to do", body: actAnswer } as const;

const searchErrors = {
  ...endedSession,
  400: "1000: no brand, no agent’s id, or a body that breaks the schema",
  429: "1429: too many searches that lead nowhere; retry-after says how long to wait",
};
const listErrors = { ...endedSession, 400: "1000: no brand, or no agent’s id" };
const decision = {
  ...common,
  method: "POST",
  description: "The decision is recorded in the audit trail with the agent’s id.",
  query: brand,
  params: z.object({ id: z.uuid() }),
  answers: { 200: { description: "The request as it is now", body: decidedAnswer } },
  errors: serviceProblems({
    ...listErrors,
    404: "1404: no such request under this brand",
    409: "1409: it is the agent’s own request, or it has ended; fields says which",
  }),
} as const;

/** Calls of the call centre's agents. The audit trail records every call with the agent's id. */
export const supportDeskEndpoints = {
  look: {
    ...byReference,
    method: "GET",
    path: "/internal/v1/support/{code}",
    summary: "What happened behind a support reference",
    description:
      "Steps, messages and limits in force, without a personal datum. The call is recorded in the audit trail.",
    answers: { 200: { description: "The case", body: supportCase } },
    errors: serviceProblems(misses),
  },
  lift: {
    ...action,
    path: "/internal/v1/support/{code}/lift",
    summary: "Lift a limit of the person behind a reference",
    body: liftBody,
    answers: { 200: acted },
  },
  unlock: {
    ...action,
    path: "/internal/v1/support/{code}/unlock",
    summary: "Lift every sign-in lock of the account behind a reference",
    answers: { 200: acted },
  },
  unfreeze: {
    ...action,
    path: "/internal/v1/support/{code}/unfreeze",
    summary: "Lift the freeze of the account behind a reference",
    description:
      "The person reported an activity as not theirs; check who is calling. They must then choose a new password. The act is recorded in the audit trail with the agent’s id.",
    answers: { 200: acted },
  },
  link: {
    ...action,
    path: "/internal/v1/support/{code}/link",
    summary: "Send a link to the person behind a reference",
    body: supportLinkBody,
    answers: {
      200: acted,
      202: {
        description:
          "The e-mail is not on file: the contacts on file are notified, a second agent approves, and it is sent after 24 hours",
        body: actAnswer,
      },
    },
  },
  /** Recent journeys of the people found by a policy number or an e-mail. */
  search: {
    ...common,
    method: "POST",
    path: "/internal/v1/support-search",
    summary: "Search a person’s journeys of the last days, by policy number or e-mail",
    description: "Kinds and times, no personal datum but a first letter. The search is in the audit trail.",
    query: brand,
    body: supportSearchBody,
    answers: { 200: { description: "Newest first; empty where nothing is recent", body: supportSearchAnswer } },
    errors: serviceProblems(searchErrors),
  },
  open: {
    ...common,
    method: "POST",
    path: "/internal/v1/support-search/open",
    summary: "Make the support reference of a journey that was found",
    query: brand,
    body: openJourneyBody,
    answers: { 201: { description: "The reference", body: supportReferenceAnswer } },
    errors: serviceProblems({ ...searchErrors, 404: "1404: no such journey under this brand" }),
  },
  /** The brand's open requests for a link to an e-mail that is not on file, and the agent's own recent ones. */
  requests: {
    ...common,
    method: "GET",
    path: "/internal/v1/link-requests",
    summary: "Links that wait for a second agent, and the agent’s own of the last days",
    query: brand,
    answers: { 200: { description: "Newest first", body: linkRequestsAnswer } },
    errors: serviceProblems(listErrors),
  },
  approve: {
    ...decision,
    path: "/internal/v1/link-requests/{id}/approve",
    summary: "Approve a link to an e-mail that is not on file, as the second agent",
  },
  refuse: {
    ...decision,
    path: "/internal/v1/link-requests/{id}/refuse",
    summary: "Refuse a link to an e-mail that is not on file",
  },
} as const satisfies Record<string, Endpoint>;
