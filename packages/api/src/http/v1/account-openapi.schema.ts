import type { OpenAPIHono } from "@hono/zod-openapi";
import {
  accountEndpoints,
  accountErrorAnswer,
  bounceAnswer,
  findAnswer,
  findBody,
  welcomeAnswer,
} from "@vestibule/contract/v1/account.schema.ts";
import { policyFindAnswer, policyFindBody } from "@vestibule/contract/v1/legacy-registration.schema.ts";
import { browserSessionHeader, browserSessionIdPattern } from "@vestibule/contract/v1/support.schema.ts";
import { z } from "zod";

const json = (schema: z.ZodType) => ({ "application/json": { schema } });
const problem = (description: string) => ({ description, content: json(accountErrorAnswer) });

export function describeAccounts(registry: OpenAPIHono["openAPIRegistry"]): void {
  registry.registerPath({
    method: "post",
    path: accountEndpoints.find.path,
    summary: "Find an account by e-mail before a sign-in, or a person by policy number for a registration",
    description:
      "By e-mail, the answer to an address that nobody uses is the same: an id that leads nowhere, status A. By policy number, an unknown one, another person and another licence get one and the same answer; three misses of one journey, or three finds of a person with an account, close it for half an hour. The header visit-id names the journey; without it each policy number has its own count at each client address.",
    tags: ["accounts"],
    request: {
      headers: z.object({ [browserSessionHeader]: z.string().regex(browserSessionIdPattern).optional() }),
      body: { required: true, content: json(z.union([findBody, policyFindBody])) },
    },
    responses: {
      200: {
        description:
          "By e-mail: found; T: the password is a temporary one. By policy number: the person has an account; a right code shows which address it uses",
        content: json(z.union([findAnswer, policyFindAnswer])),
      },
      240: {
        description: "By policy number: found, with the ways to prove who one is",
        content: json(policyFindAnswer),
      },
      400: problem("1000: the body breaks the schema, or a field its rule"),
      403: problem(
        "3002: a limit is reached, roadblock says which (registration-difficulties, more-than-one-profile, resend-code), until when it ends; 3008: the api-key header names no client",
      ),
      404: problem("1404: by policy number: nobody found; triesLeft says how often more"),
      413: problem("The body is larger than 16 KiB"),
      415: problem("The body is not application/json"),
      429: problem("1429: too many from this address; retry-after says how long to wait"),
      503: problem("1503: not now, 1504: the policy directory does not answer in time; retry-after says when"),
      530: problem("1530: closed for planned maintenance, as every call is then; until says how long, where known"),
    },
  });
  registry.registerPath({
    method: "post",
    path: accountEndpoints.bounce.path,
    summary: "Say that the gateway refused a login",
    description:
      "Once for each id that finding gave. Refusals of an outside gateway are counted on the name, known or unknown alike; the built-in gateway counts its own.",
    tags: ["accounts"],
    request: {
      params: z.object({ id: z.string() }),
      body: { required: true, content: json(findBody) },
    },
    responses: {
      200: { description: "Noted", content: json(bounceAnswer) },
      400: problem("1000: the body breaks the schema, or the e-mail its rule"),
      403: problem("3002: refused too often, roadblock login-difficulties; 3008: the api-key header names no client"),
      404: problem("1404: no such id, or it was told before"),
      413: problem("The body is larger than 16 KiB"),
      415: problem("The body is not application/json"),
      503: problem("1503: not now, 1504: the policy directory does not answer in time; retry-after says when"),
    },
  });
  registry.registerPath({
    method: "get",
    path: accountEndpoints.welcome.path,
    summary: "Whether the API is there",
    tags: ["accounts"],
    responses: {
      200: { description: "It is", content: json(welcomeAnswer) },
      403: problem("3008: the api-key header names no client"),
      530: problem("1530: closed for planned maintenance"),
    },
  });
}
