import { OpenAPIHono } from "@hono/zod-openapi";
import { policyNumberRegistrationEndpoints } from "@vestibule/contract/v1/link.endpoint.ts";
import type { ApiEnvironment, RequestContext, RouteDeps } from "../../deps.ts";
import {
  type ChooseUsernameResult,
  chooseUsername,
  type UsernameResult,
} from "../../flows/email-link/choose-username.ts";
import { confirmPasswordByLink, createAccountByLink } from "../../flows/email-link/complete-link.ts";
import { linkIdOf } from "../../flows/email-link/open-link.ts";
import { extendRegistration, handleIdCall, readRegistrationId } from "../../flows/registration/id-call.ts";
import type { CallStep, RegistrationContext } from "../../flows/registration/registration-call.port.ts";
import { askPolicyholder } from "../../flows/registration/steps/ask-policyholder.ts";
import { chooseEmail, resendLink } from "../../flows/registration/steps/choose-email.ts";
import { chooseMethod, resend } from "../../flows/registration/steps/choose-method.ts";
import { finishWithAccount } from "../../flows/registration/steps/create-account.ts";
import { joinAccount } from "../../flows/registration/steps/join-account.ts";
import { verify } from "../../flows/registration/steps/verify.ts";
import { confirmPassword } from "../../flows/sign-in/confirm-password.ts";
import { addEndpoint } from "../endpoint.route.ts";
import { refusalResponse } from "../error-response.ts";
import { registrationCallResponse, registrationResponse } from "./registration-response.rule.ts";

/** The purpose encrypted in an id selects registration by policy number or by link; any other id gets 404. */
export function policyNumberRegistrationRoutes(deps: RouteDeps): OpenAPIHono<ApiEnvironment> {
  const routes = new OpenAPIHono<ApiEnvironment>();
  const endpoints = policyNumberRegistrationEndpoints;
  const isRegistration = (requestContext: RequestContext, id: string) =>
    readRegistrationId(deps, requestContext, id) !== undefined;

  addEndpoint(routes, endpoints.validate, async ({ requestContext, params, body }) => {
    const { registrationId, validationId: optionId } = params;
    const typed = body?.validationValue;
    if (!isRegistration(requestContext, registrationId)) {
      const response = { ...params, typed };
      return usernameResponse(response, await chooseUsername(deps, requestContext, response));
    }
    const chooseStep = (context: RegistrationContext) => stepOfOption(context, { optionId, typed });
    const result = await handleIdCall(deps, requestContext, { registrationId, optionId, chooseStep });
    return registrationCallResponse(deps, result, typed !== undefined);
  });

  addEndpoint(routes, endpoints.extend, async ({ requestContext, params: { registrationId }, respond }) => {
    const ends = await extendRegistration(deps, requestContext, registrationId);
    return ends === undefined ? refusalResponse({ kind: "notFound" }) : respond(200, ends);
  });

  addEndpoint(routes, endpoints.askPolicyholder, async ({ requestContext, params, body, respond }) => {
    const chooseStep = (context: RegistrationContext) => askPolicyholder(context, body.email);
    const called = await handleIdCall(deps, requestContext, { ...params, chooseStep });
    if (called.result.kind !== "policyholderAsked") return registrationCallResponse(deps, called);
    const { recipient, dueAt } = called.result.request;
    return respond(202, { email: recipient.emailAsTyped, dueAt: dueAt.toISOString() });
  });

  addEndpoint(routes, endpoints.create, async ({ requestContext, params: { id }, body, respond }) => {
    if (isRegistration(requestContext, id)) {
      const chooseStep = (context: RegistrationContext) => finishWithAccount(context, body);
      const call = { registrationId: id, completesAs: "created", chooseStep } as const;
      return registrationCallResponse(deps, await handleIdCall(deps, requestContext, call));
    }
    const result = await createAccountByLink(deps, requestContext, { id, body });
    if (result.kind !== "created") return refusalResponse(result);
    return respond(201, { email: result.email, ticket: result.ticket });
  });

  addEndpoint(routes, endpoints.authenticate, ({ requestContext, params: { id }, body, respond }) => {
    const { clientIp } = requestContext;
    return deps.hashing.run({ id: clientIp }, async () => {
      if (isRegistration(requestContext, id)) {
        const chooseStep = (context: RegistrationContext) => joinAccount(context, body);
        const call = { registrationId: id, completesAs: "joined", chooseStep } as const;
        return registrationCallResponse(deps, await handleIdCall(deps, requestContext, call));
      }
      // The account that was found, or the one that a link leads to.
      const isLink = linkIdOf(deps, requestContext, id) !== undefined;
      const result = await (isLink ? confirmPasswordByLink : confirmPassword)(deps, requestContext, { id, body });
      if (result.kind !== "signedIn") return refusalResponse(result);
      return respond(200, { email: result.email, ticket: result.ticket });
    });
  });
  return routes;
}

/** Chooses a verification method or answers a question, depending on what the id names. */
async function stepOfOption(
  context: RegistrationContext,
  { optionId, typed }: { optionId: string; typed: string | undefined },
): Promise<CallStep> {
  const { options, code, question, answered, proof, username, existingAccount } = context.attempt.state;
  if (question?.id === optionId && question.method !== "ASKPASSWORD" && !existingAccount)
    return typed === undefined ? resendLink(context) : chooseEmail(context, typed);
  const isLatest = code?.id === optionId;
  if (![code?.id, answered, ...options.map(({ id }) => id)].includes(optionId)) return { result: { kind: "notFound" } };
  if (typed === undefined) {
    if (existingAccount) return { result: { kind: "notFound" } };
    return isLatest && code.method !== "PIN" ? resend(context) : chooseMethod(context);
  }
  // Already verified, such as by a form submitted twice: repeats the result without counting an attempt.
  const isAlreadyVerified = answered === optionId || username !== undefined || (proof !== undefined && !isLatest);
  return isAlreadyVerified ? { result: { kind: "alreadyVerified" } } : verify(context, typed);
}

function usernameResponse(
  { registrationId: id, validationId }: UsernameResult,
  result: ChooseUsernameResult,
): Response {
  if (result.kind === "mailed") return registrationResponse(202, { error: false, id, twoFactorValidations: [] });
  if (result.kind !== "emailTaken") return refusalResponse(result);
  const question = { id: validationId, method: "ASKUSERNAME" };
  return registrationResponse(240, {
    error: true,
    reason: "emailTaken",
    action: "ASKUSERNAME",
    id,
    twoFactorValidations: [question],
  });
}
