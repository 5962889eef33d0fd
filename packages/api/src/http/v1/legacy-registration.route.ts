import { OpenAPIHono } from "@hono/zod-openapi";
import { legacyRegistrationEndpoints } from "@vestibule/contract/v1/link.endpoint.ts";
import type { ApiDeps, ApiEnvironment, RequestContext } from "../../deps.ts";
import {
  type ChooseUsernameResult,
  chooseUsername,
  type UsernameAnswer,
} from "../../flows/email-link/choose-username.ts";
import { type ConfirmByLinkResult, confirmPasswordByLink } from "../../flows/email-link/confirm-password.ts";
import { createAccountByLink } from "../../flows/email-link/create-account.ts";
import { linkIdOf } from "../../flows/email-link/open-link.ts";
import { extendRegistration } from "../../flows/registration/extend-registration.ts";
import { readRegistrationId } from "../../flows/registration/lock-registration.ts";
import { type JoinAccountResult, joinAccount } from "../../flows/registration/steps/join-account.ts";
import { createAccount } from "../../flows/registration/steps/legacy-create-account.ts";
import { validate } from "../../flows/registration/validate.ts";
import { type ConfirmPasswordResult, confirmPassword } from "../../flows/sign-in/confirm-password.ts";
import { limitStore } from "../../limits/limit.store.ts";
import { addEndpoint } from "../endpoint.route.ts";
import { refusalResponse } from "./recovery-refusal.rule.ts";
import { registrationResponse } from "./registration-answer.rule.ts";

/**
 * Registration by policy number or by link, after the lookup. The purpose encrypted in an id selects the flow; any
 * other id gets 404.
 */
export function legacyRegistrationRoutes(deps: ApiDeps): OpenAPIHono<ApiEnvironment> {
  const routes = new OpenAPIHono<ApiEnvironment>();
  const limited = { ...deps, limits: limitStore(deps) };
  const endpoints = legacyRegistrationEndpoints;

  addEndpoint(routes, endpoints.validate, async ({ requestContext, params, body }) => {
    const answer = { ...params, typed: body?.validationValue };
    if (readRegistrationId(deps, requestContext, params.registrationId) === undefined)
      return usernameResponse(answer, await chooseUsername(limited, requestContext, answer));
    const result = await validate(limited, requestContext, answer);
    if (result.kind !== "validated") return refusalResponse(result);
    return registrationResponse(result.status, { ...result.answer, id: result.id });
  });

  addEndpoint(routes, endpoints.extend, async ({ requestContext, params: { registrationId }, reply }) => {
    const result = await extendRegistration(deps, requestContext, registrationId);
    if (result.kind === "gone") return refusalResponse(result);
    return reply(200, { idleEndsAt: result.idleEndsAt.toISOString(), endsAt: result.endsAt.toISOString() });
  });

  addEndpoint(routes, endpoints.create, async ({ requestContext, params: { id }, body, reply }) => {
    const isRegistration = readRegistrationId(deps, requestContext, id) !== undefined;
    const create = isRegistration ? createAccount : createAccountByLink;
    const result = await create(limited, requestContext, { id, body });
    if (result.kind === "validated") return registrationResponse(result.status, { ...result.answer, id: result.id });
    if (result.kind !== "created") return refusalResponse(result);
    return reply(201, { email: result.email, ticket: result.ticket });
  });

  addEndpoint(routes, endpoints.authenticate, async ({ requestContext, params: { id }, body, reply }) => {
    const { clientIp } = requestContext;
    const authenticate: () => Promise<ConfirmPasswordResult | ConfirmByLinkResult | JoinAccountResult> = () =>
      authenticatorOf(deps, requestContext, id)(limited, requestContext, { id, body });
    const result = await deps.passwordChecks.run({ clientIp }, authenticate);
    if (result.kind !== "signedIn") return refusalResponse(result);
    return reply(200, { email: result.email, ticket: result.ticket });
  });
  return routes;
}

function usernameResponse(
  { registrationId: id, validationId }: UsernameAnswer,
  result: ChooseUsernameResult,
): Response {
  if (result.kind === "mailed") return registrationResponse(202, { error: false, id, twoFactorValidations: [] });
  if (result.kind !== "taken") return refusalResponse(result);
  const asked = { id: validationId, method: "ASKUSERNAME" };
  return registrationResponse(240, {
    ...{ error: true, reason: "emailTaken", action: "ASKUSERNAME" },
    ...{ id, twoFactorValidations: [asked] },
  });
}

/** The account whose password the id requires: one that a registration or a link leads to, or one that was found. */
function authenticatorOf(deps: ApiDeps, requestContext: RequestContext, id: string) {
  if (readRegistrationId(deps, requestContext, id) !== undefined) return joinAccount;
  return linkIdOf(deps, requestContext, id) === undefined ? confirmPassword : confirmPasswordByLink;
}
