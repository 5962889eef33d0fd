import { OpenAPIHono } from "@hono/zod-openapi";
import { accountCreateBody, linkEndpoints } from "@vestibule/contract/v1/link.schema.ts";
import { authenticationBody, recoveryEndpoints } from "@vestibule/contract/v1/recovery.schema.ts";
import type { ApiDeps, ApiEnvironment, RequestContext } from "../../deps.ts";
import { type ConfirmByLinkResult, confirmPasswordByLink } from "../../flows/email-link/confirm-password.ts";
import { createAccountByLink } from "../../flows/email-link/create-account.ts";
import { linkIdOf } from "../../flows/email-link/open-link.ts";
import { readRegistrationId } from "../../flows/registration/lock-registration.ts";
import { type JoinAccountResult, joinAccount } from "../../flows/registration/steps/join-account.ts";
import { createAccount } from "../../flows/registration/steps/legacy-create-account.ts";
import { type ConfirmPasswordResult, confirmPassword } from "../../flows/sign-in/confirm-password.ts";
import { limitStore } from "../../limits/limit.store.ts";
import { readAccountBody } from "./account-body.rule.ts";
import { describeLinkAccounts } from "./link-openapi.schema.ts";
import { refusalResponse } from "./recovery-refusal.rule.ts";
import { registrationResponse } from "./registration-answer.rule.ts";
import { routePath } from "./route-path.rule.ts";

/** Creates or joins an account; the id comes from a registration, a link or an account search. */
export function linkAccountRoutes(deps: ApiDeps): OpenAPIHono<ApiEnvironment> {
  const routes = new OpenAPIHono<ApiEnvironment>();
  describeLinkAccounts(routes.openAPIRegistry);
  const limited = { ...deps, limits: limitStore(deps) };

  routes.post(routePath(linkEndpoints.create.path), async (context) => {
    const body = await readAccountBody(context, accountCreateBody);
    if (body.kind === "refused") return body.answer;
    const requestContext = context.get("requestContext");
    const order = { id: context.req.param("id") ?? "", body: body.value };
    const isRegistration = readRegistrationId(deps, requestContext, order.id) !== undefined;
    const result = await (isRegistration ? createAccount : createAccountByLink)(limited, requestContext, order);
    if (result.kind === "validated") return registrationResponse(result.status, { ...result.answer, id: result.id });
    if (result.kind !== "created") return refusalResponse(result);
    return context.json({ email: result.email, ticket: result.ticket }, 201);
  });

  routes.post(routePath(recoveryEndpoints.authenticate.path), async (context) => {
    const body = await readAccountBody(context, authenticationBody);
    if (body.kind === "refused") return body.answer;
    const requestContext = context.get("requestContext");
    const order = { id: context.req.param("id") ?? "", body: body.value };
    const authenticate: () => Promise<ConfirmPasswordResult | ConfirmByLinkResult | JoinAccountResult> = () =>
      authenticatorOf(deps, requestContext, order.id)(limited, requestContext, order);
    const result = await deps.passwordChecks.run({ clientIp: requestContext.clientIp }, authenticate);
    if (result.kind !== "signedIn") return refusalResponse(result);
    return context.json({ email: result.email, ticket: result.ticket });
  });
  return routes;
}

/** The account whose password the id requires: one that a registration or a link leads to, or one that was found. */
function authenticatorOf(deps: ApiDeps, requestContext: RequestContext, id: string) {
  if (readRegistrationId(deps, requestContext, id) !== undefined) return joinAccount;
  return linkIdOf(deps, requestContext, id) === undefined ? confirmPassword : confirmPasswordByLink;
}
