import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { bodyProblems } from "../v1/account.endpoint.ts";
import {
  agentSessionAnswer,
  agentSessionHeader,
  agentSignedIn,
  agentSignInBody,
  finishOpenIdBody,
  openIdStarted,
  startOpenIdBody,
} from "./agent-session.schema.ts";
import { serviceProblems } from "./insurer-system.endpoint.ts";

const common = { tag: "internal", serviceOnly: true } as const;
const refusals = { 404: "1404: no agents are configured" };
const noProvider = "1503: the OpenID provider does not answer";
const headers = z.object({ [agentSessionHeader]: z.string().optional() });

export const agentSessionEndpoints = {
  signIn: {
    ...common,
    method: "POST",
    path: "/internal/v1/agent-sessions",
    summary: "Open a session for an agent’s id and secret",
    body: agentSignInBody,
    answers: { 201: { description: "The session; its token is returned only here", body: agentSignedIn } },
    errors: serviceProblems({
      ...refusals,
      ...bodyProblems,
      400: "3005: id and secret do not match. 1000: the body breaks the schema",
      429: "1429: too many wrong secrets; retry-after says how long to wait",
    }),
  },
  startOpenId: {
    ...common,
    method: "POST",
    path: "/internal/v1/agent-sign-ins",
    summary: "Begin a sign-in of an agent at the OpenID provider",
    body: startOpenIdBody,
    answers: {
      201: { description: "Where to send the browser, and the state that it keeps", body: openIdStarted },
    },
    errors: serviceProblems({
      ...refusals,
      400: "1000: the body breaks the schema, or redirectUri has another path than /agent/callback",
      429: "1429: too many sign-ins started from one client IP; retry-after says how long to wait",
      503: noProvider,
    }),
  },
  finishOpenId: {
    ...common,
    method: "POST",
    path: "/internal/v1/agent-sign-ins/finish",
    summary: "Open a session for the agent whom the OpenID provider names",
    body: finishOpenIdBody,
    answers: { 201: { description: "The session; its token is returned only here", body: agentSignedIn } },
    errors: serviceProblems({
      ...refusals,
      400: "3005: not let in; `fields.reason` is denied, noRole or unfitId. 1000: the body breaks the schema",
      429: "1429: too many refusals; retry-after says how long to wait",
      503: noProvider,
    }),
  },
  /** Reads the session that the request's header names; without that header, the state is `none`. */
  read: {
    ...common,
    method: "GET",
    path: "/internal/v1/agent-sessions/current",
    summary: "Read and renew an agent’s session",
    headers,
    answers: { 200: { description: "Whether it is open", body: agentSessionAnswer } },
    errors: serviceProblems(refusals),
  },
  signOut: {
    ...common,
    method: "DELETE",
    path: "/internal/v1/agent-sessions/current",
    summary: "End an agent’s session",
    headers,
    answers: { 204: { description: "It is over" } },
    errors: serviceProblems(refusals),
  },
} as const satisfies Record<string, Endpoint>;
