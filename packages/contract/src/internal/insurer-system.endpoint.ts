import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { bodyProblems, problems } from "../v1/account.endpoint.ts";
import { letterRequestsAnswer } from "../v1/letter.schema.ts";
import { issuedLink, linkOrderBody } from "../v1/link.schema.ts";

/** Errors of a call that needs the service's credential. */
export const serviceProblems = <const Status extends number>(descriptions: Readonly<Record<Status, string>>) => ({
  401: { description: "No service credential" },
  ...problems(descriptions),
});

const common = { tag: "internal", serviceOnly: true } as const;
const accountRefusals = {
  400: "No brand in the query, or an unknown one",
  404: "No such account under the brand",
};
const brand = z.object({ brand: z.string() });

/** Calls of the insurer's own systems, by service credential; browsers never make them. */
export const insurerSystemEndpoints = {
  events: {
    ...common,
    method: "GET",
    path: "/internal/v1/accounts/{username}/events",
    summary: "What happened to an account, oldest first",
    query: brand,
    answers: {
      200: {
        description: "Its audit trail",
        body: z.strictObject({
          events: z.array(
            z.strictObject({
              at: z.string(),
              event: z.string(),
              result: z.string(),
              actor: z.string(),
              journeyId: z.string().optional(),
              facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
            }),
          ),
        }),
      },
    },
    errors: serviceProblems(accountRefusals),
  },
  unlock: {
    ...common,
    method: "POST",
    path: "/internal/v1/accounts/{username}/unlock",
    summary: "Lift every lock of an account",
    query: brand,
    answers: {
      200: { description: "Whether there was a lock", body: z.strictObject({ unlocked: z.boolean() }) },
    },
    errors: serviceProblems(accountRefusals),
  },
  metrics: {
    ...common,
    method: "GET",
    path: "/internal/v1/metrics",
    summary: "Counts of journeys for Prometheus",
    description: "The same on every server, since all of them read the database. Nothing personal.",
    answers: { 200: { description: "Counters in the text format", body: z.string(), mediaType: "text/plain" } },
    errors: serviceProblems({}),
  },
  serverMetrics: {
    ...common,
    method: "GET",
    path: "/internal/v1/metrics/server",
    summary: "Load and health of this server for Prometheus",
    description: "Of the server that responds: scrape each one itself, not the load balancer. Nothing personal.",
    answers: { 200: { description: "Metrics in the text format", body: z.string(), mediaType: "text/plain" } },
    errors: serviceProblems({}),
  },
  issueLink: {
    ...common,
    method: "POST",
    path: "/internal/v1/links",
    summary: "Issue a link for a person of the book, and send its message",
    description: "RESETPWD_LOGIN to another e-mail than the account's: the account's e-mail changes with it.",
    body: linkOrderBody,
    answers: { 201: { description: "The link; its token is returned only here", body: issuedLink } },
    errors: serviceProblems({
      ...bodyProblems,
      400: "1000: the body breaks the schema, or names no brand, company or e-mail",
      404: "1404: no person with this role is on this policy",
      409: "1409: it does not fit the facts; fields says which",
    }),
  },
  letters: {
    ...common,
    method: "GET",
    path: "/internal/v1/letters",
    summary: "Letters with a new PIN that were requested and are not acknowledged",
    description: "Oldest first, at most 100. Names are those of the book now.",
    query: brand.partial(),
    answers: { 200: { description: "Open requests", body: letterRequestsAnswer } },
    errors: serviceProblems({ 400: "1000: an unknown brand" }),
  },
  acknowledgeLetter: {
    ...common,
    method: "POST",
    path: "/internal/v1/letters/{id}/acknowledge",
    summary: "Take a request off the list: its letter is being mailed",
    params: z.object({ id: z.uuid() }),
    answers: { 204: { description: "Acknowledged" } },
    errors: serviceProblems({ 404: "1404: no open request has this id" }),
  },
} as const satisfies Record<string, Endpoint>;
