import { z } from "zod";
import type { ApiResult } from "../api.client.ts";
import type { Endpoint } from "../endpoint.ts";
import { bodyErrors, errorResponses, tooManyFromClientIp, unavailable, unknownApiKey } from "../error-response.ts";
import { type AccountErrorResponse, emptyResponse, findBody, findResponse } from "./account.schema.ts";
import { policyFindBody, policyFindResponse } from "./policy-number-registration.schema.ts";
import { browserSessionHeader, browserSessionIdPattern } from "./support.schema.ts";

/** Result of a call of API v1 or of the internal API. */
export type AccountCallResult<Data> = ApiResult<Data, AccountErrorResponse>;

/** For known and unknown e-mails the response is the same; a policy number starts a registration. */
const find = {
  method: "POST",
  path: "/api/v1/accounts/find",
  tag: "accounts",
  summary: "Find an account by e-mail before a sign-in, or a person by policy number for a registration",
  description:
    "By e-mail, the response for an unknown e-mail is the same: an id, and status A. By policy number, the response is the same whether the number, the person or the licence does not match. After three lookups without a match, or of a person with an account, the browser session is refused for 30 minutes. The header visit-id identifies the browser session; without it, lookups are counted by policy number and client IP.",
  headers: z.object({ [browserSessionHeader]: z.string().regex(browserSessionIdPattern).optional() }),
  body: z.union([findBody, policyFindBody]),
  responses: {
    200: {
      description:
        "By e-mail: the account; status T means a temporary password. By policy number: the person has an account, whose e-mail is shown after a correct code",
      body: z.union([findResponse, policyFindResponse]),
    },
    240: {
      description: "By policy number: the person was found; lists the verification methods",
      body: policyFindResponse,
    },
  },
  errors: errorResponses({
    ...bodyErrors,
    400: "1000: the body or a field is invalid",
    403: `3002: locked out, with roadblock (registration-difficulties, more-than-one-profile, resend-code) and until; ${unknownApiKey}`,
    404: "1404: by policy number: not found; `triesLeft` is the number of attempts left",
    429: tooManyFromClientIp,
    503: unavailable,
    530: "1530: planned maintenance; `until` is its end, where known",
  }),
} as const satisfies Endpoint;

/** `find` as two endpoints of the typed client, one for each body. */
export const findEndpoints = {
  byEmail: { ...find, body: findBody, responses: { 200: { ...find.responses[200], body: findResponse } } },
  byPolicy: {
    ...find,
    body: policyFindBody,
    responses: { ...find.responses, 200: { ...find.responses[200], body: policyFindResponse } },
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
      "Once for each id that the lookup returned. Refusals of an external gateway count against the login name, whether or not it has an account; the built-in gateway counts its own refusals.",
    body: findBody,
    responses: { 200: { description: "Recorded", body: emptyResponse } },
    errors: errorResponses({
      ...bodyErrors,
      400: "1000: the body or the e-mail is invalid",
      403: `3002: too many refused logins, roadblock login-difficulties; ${unknownApiKey}`,
      404: "1404: unknown id, or already reported",
      503: unavailable,
    }),
  },
  welcome: {
    method: "GET",
    path: "/api/v1/welcome",
    tag: "accounts",
    summary: "Check whether the API is available",
    responses: { 200: { description: "Available", body: emptyResponse } },
    errors: errorResponses({ 403: unknownApiKey, 530: "1530: planned maintenance" }),
  },
} as const satisfies Record<string, Endpoint>;
