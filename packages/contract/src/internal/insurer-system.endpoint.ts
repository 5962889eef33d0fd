import { roles } from "@vestibule/catalogue/account.table.ts";
import { languages } from "@vestibule/catalogue/province.table.ts";
import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { bodyErrors, errorResponses } from "../error-response.ts";
import { linkOrderBody } from "../v1/link.schema.ts";

/** Errors of a call that needs the service's credential. */
export const serviceErrors = <const Status extends number>(descriptions: Readonly<Record<Status, string>>) => ({
  401: { description: "No service credential" },
  ...errorResponses(descriptions),
});

const common = { tag: "internal", serviceOnly: true } as const;
const brand = z.object({ brand: z.string() });
const accountCall = {
  ...common,
  query: brand,
  errors: serviceErrors({
    400: "The query has no brand, or an unknown one",
    404: "The brand has no such account",
  }),
} as const;
const metricsCall = {
  ...common,
  method: "GET",
  responses: { 200: { description: "Metrics in the text format", body: z.string(), mediaType: "text/plain" } },
  errors: serviceErrors({}),
} as const;

/** A requested letter with a new PIN, as the insurer's systems read it. */
export const letterRequest = z.strictObject({
  id: z.uuid(),
  brand: z.string(),
  company: z.string(),
  policyNumber: z.string(),
  role: z.enum(roles),
  /** Absent when the policy directory no longer has the person on this policy. */
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  language: z.enum(languages),
  requestedAt: z.iso.datetime(),
});
export type LetterRequest = z.infer<typeof letterRequest>;

/** Calls of the insurer's own systems, by service credential; browsers never make them. */
export const insurerSystemEndpoints = {
  events: {
    ...accountCall,
    method: "GET",
    path: "/internal/v1/accounts/{username}/events",
    summary: "List the audit events of an account, oldest first",
    responses: {
      200: {
        description: "The events",
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
  },
  unlock: {
    ...accountCall,
    method: "POST",
    path: "/internal/v1/accounts/{username}/unlock",
    summary: "End every lockout of an account",
    responses: {
      200: { description: "Whether the account was locked", body: z.strictObject({ unlocked: z.boolean() }) },
    },
  },
  metrics: {
    ...metricsCall,
    path: "/internal/v1/metrics",
    summary: "Get counts of journeys for Prometheus",
    description: "The same on every server, because they are read from the database. Without personal data.",
  },
  serverMetrics: {
    ...metricsCall,
    path: "/internal/v1/metrics/server",
    summary: "Get load and health of this server for Prometheus",
    description: "Of the server that responds, so scrape each server, not the load balancer. Without personal data.",
  },
  issueLink: {
    ...common,
    method: "POST",
    path: "/internal/v1/links",
    summary: "Issue a link for a person in the book and send its message",
    description:
      "A RESETPWD_LOGIN link to another e-mail than that of the account changes the e-mail of the account when it is used.",
    body: linkOrderBody,
    responses: {
      201: {
        description: "The link; its token is returned only here",
        body: z.strictObject({ token: z.string(), url: z.string() }),
      },
    },
    errors: serviceErrors({
      ...bodyErrors,
      400: "1000: the body is invalid, such as an unknown brand or company",
      404: "1404: the policy has no person with this role",
      409: "1409: the facts do not allow the link; `fields` says which",
    }),
  },
  letters: {
    ...common,
    method: "GET",
    path: "/internal/v1/letters",
    summary: "List the requested letters that are not acknowledged",
    description: "Letters with a new PIN, oldest first, at most 100. Names are those in the book now.",
    query: brand.partial(),
    responses: {
      200: { description: "Open requests", body: z.strictObject({ letters: z.array(letterRequest) }) },
    },
    errors: serviceErrors({ 400: "1000: unknown brand" }),
  },
  acknowledgeLetter: {
    ...common,
    method: "POST",
    path: "/internal/v1/letters/{id}/acknowledge",
    summary: "Acknowledge a request, whose letter is being mailed",
    params: z.object({ id: z.uuid() }),
    responses: { 204: { description: "Acknowledged" } },
    errors: serviceErrors({ 404: "1404: no open request has this id" }),
  },
} as const satisfies Record<string, Endpoint>;
