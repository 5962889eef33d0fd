import { OpenAPIHono } from "@hono/zod-openapi";
import { accountCreateBody, linkEndpoints } from "@vestibule/contract/v1/link.schema.ts";
import { authenticationBody, recoveryEndpoints } from "@vestibule/contract/v1/recovery.schema.ts";
import { limitStore } from "../../capabilities/limits/limit.store.ts";
import { type ConfirmEnding, confirmByLink } from "../../journeys/follow-link/confirm-password.journey.ts";
import { createByLink } from "../../journeys/follow-link/create-account.journey.ts";
import { linkIdOf } from "../../journeys/follow-link/open-link.journey.ts";
import { createRegistered } from "../../journeys/register-legacy/create-account.journey.ts";
import { registrationIdOf } from "../../journeys/register-legacy/hold-registration.journey.ts";
import { type JoinEnding, joinAccount } from "../../journeys/register-legacy/join-account.journey.ts";
import { type ConfirmPasswordEnding, confirmPassword } from "../../journeys/sign-in/confirm-password.journey.ts";
import type { ApiEnvironment, ApiParts, Visit } from "../../parts.ts";
import { readAccountBody } from "./account-body.rule.ts";
import { describeLinkAccounts } from "./link-openapi.schema.ts";
import { refusalResponse } from "./recovery-refusal.rule.ts";
import { registrationResponse } from "./registration-answer.rule.ts";
import { routePath } from "./route-path.rule.ts";

/** An account made, or entered, with what a registration, a link or a search for it gave: the id says which. */
export function linkAccountRoutes(parts: ApiParts): OpenAPIHono<ApiEnvironment> {
  const routes = new OpenAPIHono<ApiEnvironment>();
  describeLinkAccounts(routes.openAPIRegistry);
  const limited = { ...parts, limits: limitStore(parts) };

  routes.post(routePath(linkEndpoints.create.path), async (context) => {
    const body = await readAccountBody(context, accountCreateBody);
    if (body.kind === "refused") return body.answer;
    const visit = context.get("visit");
    const order = { id: context.req.param("id") ?? "", body: body.value };
    const isRegistration = registrationIdOf(parts, visit, order.id) !== undefined;
    const ending = await (isRegistration ? createRegistered : createByLink)(limited, visit, order);
    if (ending.kind === "validated") return registrationResponse(ending.status, { ...ending.answer, id: ending.id });
    if (ending.kind !== "created") return refusalResponse(ending);
    return context.json({ email: ending.email, ticket: ending.ticket }, 201);
  });

  routes.post(routePath(recoveryEndpoints.authenticate.path), async (context) => {
    const body = await readAccountBody(context, authenticationBody);
    if (body.kind === "refused") return body.answer;
    const visit = context.get("visit");
    const order = { id: context.req.param("id") ?? "", body: body.value };
    const authenticate: () => Promise<ConfirmPasswordEnding | ConfirmEnding | JoinEnding> = () =>
      authenticatorOf(parts, visit, order.id)(limited, visit, order);
    const ending = await parts.passwordChecks.run({ clientIp: visit.address }, authenticate);
    if (ending.kind !== "signedIn") return refusalResponse(ending);
    return context.json({ email: ending.email, ticket: ending.ticket });
  });
  return routes;
}

/** Whose password an id asks for: of the account that a registration or a link leads into, or of one that was found. */
function authenticatorOf(parts: ApiParts, visit: Visit, id: string) {
  if (registrationIdOf(parts, visit, id) !== undefined) return joinAccount;
  return linkIdOf(parts, visit, id) === undefined ? confirmPassword : confirmByLink;
}
