import { z } from "zod";
import type { ApiReply } from "../api.client.ts";
import type { Endpoint } from "../endpoint.ts";
import {
  type AccountErrorAnswer,
  accountErrorAnswer,
  existingAccountAnswer,
  failedLoginAnswer,
  findAnswer,
  findBody,
} from "./account.schema.ts";
import { policyFindAnswer, policyFindBody } from "./policy-number-registration.schema.ts";
import { browserSessionHeader, browserSessionIdPattern } from "./support.schema.ts";

/** Result of a call of API v1 or of the internal API. */
export type AccountReply<Data> = ApiReply<Data, AccountErrorAnswer>;

export function problems<const Status extends number>(descriptions: Readonly<Record<Status, string>>) {
  const described = Object.entries<string>(descriptions).map(([status, description]) => [
    status,
    { description, body: accountErrorAnswer },
  ]);
  return Object.fromEntries(described) as Record<Status, { description: string; body: typeof accountErrorAnswer }>;
}

export const bodyProblems = {
  400: "1000: the body breaks the schema",
  413: "The body is larger than 16 KiB",
  415: "The body is not application/json",
};
export const unknownApiKey = "3008: the api-key header names no client";
export const tooManyFromClientIp = "1429: too many from this client IP; retry-after says how long to wait";
export const unavailable =
  "1503: not now, 1504: the policy directory, 1505: the user registry does not answer in time; retry-after says when";

/** For known and unknown e-mails the response is the same; a policy number starts a registration. */
const find = {
  method: "POST",
  path: "/api/v1/accounts/find",
  tag: "accounts",
  summary: "Find an account by e-mail before a sign-in, or a person by policy number for a registration",
  description:
    "By e-mail, an unknown e-mail gets the same answer: an id without an account, status A. By policy number, an unknown number, another person and another licence get the same answer; three misses of one journey, or three finds of a person with an account, close it for half an hour. The header visit-id names the journey; without it each policy number has its own count at each client address.",
  headers: z.object({ [browserSessionHeader]: z.string().regex(browserSessionIdPattern).optional() }),
  body: z.union([findBody, policyFindBody]),
  answers: {
    200: {
      description:
        "By e-mail: found; T: the password is a temporary one. By policy number: the person has an account; a right code shows which e-mail it uses",
      body: z.union([findAnswer, policyFindAnswer]),
    },
    240: { description: "By policy number: found, with the methods of verification", body: policyFindAnswer },
  },
  errors: problems({
    ...bodyProblems,
    400: "1000: the body breaks the schema, or a field its rule",
    403: `3002: a limit is reached, roadblock says which (registration-difficulties, more-than-one-profile, resend-code), until when it ends; ${unknownApiKey}`,
    404: "1404: by policy number: not found; triesLeft is the number of attempts left",
    429: tooManyFromClientIp,
    503: unavailable,
    530: "1530: closed for planned maintenance, like every call; until says how long, where known",
  }),
} as const satisfies Endpoint;

/** `find` as two endpoints of the typed client, one for each body. */
export const findEndpoints = {
  byEmail: { ...find, body: findBody, answers: { 200: { ...find.answers[200], body: findAnswer } } },
  byPolicy: {
    ...find,
    body: policyFindBody,
    answers: { ...find.answers, 200: { ...find.answers[200], body: policyFindAnswer } },
  },
} as const satisfies Record<string, Endpoint>;

/** Calls before the gateway's sign-in and after a refused one, and the availability check. */
export const accountEndpoints = {
  find,
  /** The gateway refused a login; with an outside gateway this counts against the login name. */
  bounce: {
    method: "POST",
    path: "/api/v1/accounts/{id}/bounce",
    tag: "accounts",
    summary: "Report a login that the gateway refused",
    description:
      "Once for each id that finding returned. Refusals of an outside gateway are counted on the name, known or unknown alike; the built-in gateway counts its own.",
    body: findBody,
    answers: { 200: { description: "Recorded", body: failedLoginAnswer } },
    errors: problems({
      ...bodyProblems,
      400: "1000: the body breaks the schema, or the e-mail its rule",
      403: `3002: refused too often, roadblock login-difficulties; ${unknownApiKey}`,
      404: "1404: no such id, or already reported",
      503: unavailable,
    }),
  },
  welcome: {
    method: "GET",
    path: "/api/v1/welcome",
    tag: "accounts",
    summary: "Whether the API is available",
    answers: { 200: { description: "Available", body: existingAccountAnswer } },
    errors: problems({ 403: unknownApiKey, 530: "1530: closed for planned maintenance" }),
  },
} as const satisfies Record<string, Endpoint>;
