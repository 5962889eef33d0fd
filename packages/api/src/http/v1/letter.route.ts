import { OpenAPIHono, type RouteConfig, type z } from "@hono/zod-openapi";
import { accountErrorAnswer } from "@vestibule/contract/v1/account.schema.ts";
import { letterRequestAnswer, letterRequestBody, letterRequestsPath } from "@vestibule/contract/v1/letter.schema.ts";
import type { ApiDeps, ApiEnvironment, RequestContext } from "../../deps.ts";
import { readRegistrationId } from "../../flows/registration/lock-registration.ts";
import { readToken } from "../../flows/registration/session-token.adapter.ts";
import { type LetterRegistration, requestLetter } from "../../flows/request-letter/request-letter.ts";
import { limitStore } from "../../limits/limit.store.ts";
import { readAccountBody } from "./account-body.rule.ts";
import { accountErrorResponse } from "./account-error.rule.ts";

/** Requests for a letter with a new PIN, from either registration. */
export function letterRoutes(apiDeps: ApiDeps): OpenAPIHono<ApiEnvironment> {
  const deps = { ...apiDeps, limits: limitStore(apiDeps) };
  const routes = new OpenAPIHono<ApiEnvironment>();
  routes.openAPIRegistry.registerPath(description);
  routes.post(letterRequestsPath, async (context) => {
    const body = await readAccountBody(context, letterRequestBody);
    if (body.kind === "refused") return body.answer;
    const requestContext = context.get("requestContext");
    const registration = await registrationOf(apiDeps, requestContext, body.value.registration);
    if (registration === undefined) return accountErrorResponse("notFound");
    const result = await requestLetter(deps, requestContext, registration);
    if (result.kind === "notFound") return accountErrorResponse("notFound");
    if (result.kind === "limited")
      return accountErrorResponse("tooManyRequests", { retryAfterSeconds: result.retryAfterSeconds });
    return context.json({}, 202);
  });
  return routes;
}

/**
 * A v2 token is accepted here after its session has ended, because wrong PINs end a session and often follow a lost
 * letter. The session itself does not change.
 */
async function registrationOf(
  apiDeps: ApiDeps,
  requestContext: RequestContext,
  text: string,
): Promise<LetterRegistration | undefined> {
  const legacyId = readRegistrationId(apiDeps, requestContext, text);
  if (legacyId !== undefined) return { kind: "register-legacy", id: legacyId };
  const claims = await readToken(apiDeps.keys.sessionToken, text);
  return claims && { kind: "register", id: claims.sid };
}

const json = (schema: z.ZodType) => ({ "application/json": { schema } });
const problem = (text: string) => ({ description: text, content: json(accountErrorAnswer) });

const description: RouteConfig = {
  method: "post",
  path: letterRequestsPath,
  summary: "Ask for a letter with a new PIN",
  description:
    "For the person a registration has identified, who has a PIN on file. `registration` is the session token of v2 or the registration id of v1, also after wrong PINs have ended it, for 24 hours after its start. The answer never says whether a letter was asked for before.",
  tags: ["help"],
  request: { body: { required: true, content: json(letterRequestBody) } },
  responses: {
    202: { description: "The request is kept for the insurer", content: json(letterRequestAnswer) },
    400: problem("1000: the body breaks the schema"),
    404: problem("1404: no such registration, no person identified in it, or no PIN on file"),
    429: problem("1429: too many from this address; retry-after says how long to wait"),
  },
};
