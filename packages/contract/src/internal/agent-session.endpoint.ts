import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { bodyErrors } from "../error-response.ts";
import { fieldText } from "../fields/text.schema.ts";
import { agentSessionHeader, agentSessionResponse, agentSignedIn } from "./agent-session.schema.ts";
import { serviceErrors } from "./insurer-system.endpoint.ts";

const common = { tag: "internal", serviceOnly: true } as const;
const refusals = { 404: "1404: no agents are configured" };
const noProvider = "1503: the OpenID provider is unavailable";
const headers = z.object({ [agentSessionHeader]: z.string().optional() });

export const agentSessionEndpoints = {
  signIn: {
    ...common,
    method: "POST",
    path: "/internal/v1/agent-sessions",
    summary: "Sign an agent in by id and secret",
    body: z.strictObject({ agentId: fieldText, secret: z.string().max(1024) }),
    responses: { 201: { description: "The session, with its token", body: agentSignedIn } },
    errors: serviceErrors({
      ...refusals,
      ...bodyErrors,
      400: "3005: id and secret do not match; 1000: the body is invalid",
      429: "1429: too many wrong secrets; Retry-After has the seconds to wait",
    }),
  },
  startOpenId: {
    ...common,
    method: "POST",
    path: "/internal/v1/agent-sign-ins",
    summary: "Start the sign-in of an agent at the OpenID provider",
    body: z.strictObject({ redirectUri: z.url({ protocol: /^https?$/ }).max(300) }),
    responses: {
      201: {
        description: "Authorization URL, and the state to keep in the browser",
        body: z.strictObject({ url: z.url(), state: z.string() }),
      },
    },
    errors: serviceErrors({
      ...refusals,
      400: "1000: the body is invalid, or the path of redirectUri is not /agent/callback",
      429: "1429: too many sign-ins started from one client IP; Retry-After has the seconds to wait",
      503: noProvider,
    }),
  },
  finishOpenId: {
    ...common,
    method: "POST",
    path: "/internal/v1/agent-sign-ins/finish",
    summary: "Finish the sign-in of an agent at the OpenID provider",
    /** `state`: from the browser that started. `query`: query string of the provider's callback, unchanged. */
    body: z.strictObject({ state: z.string().max(100), query: z.string().max(8000) }),
    responses: { 201: { description: "The session, with its token", body: agentSignedIn } },
    errors: serviceErrors({
      ...refusals,
      400: "3005: refused; `fields.reason` is denied, noRole or unfitId; 1000: the body is invalid",
      429: "1429: too many refused sign-ins; Retry-After has the seconds to wait",
      503: noProvider,
    }),
  },
  /** Reads the session that the request's header names; without that header, the state is `none`. */
  read: {
    ...common,
    method: "GET",
    path: "/internal/v1/agent-sessions/current",
    summary: "Read and renew the session of an agent",
    headers,
    responses: { 200: { description: "State of the session", body: agentSessionResponse } },
    errors: serviceErrors(refusals),
  },
  signOut: {
    ...common,
    method: "DELETE",
    path: "/internal/v1/agent-sessions/current",
    summary: "End the session of an agent",
    headers,
    responses: { 204: { description: "The session has ended" } },
    errors: serviceErrors(refusals),
  },
} as const satisfies Record<string, Endpoint>;
