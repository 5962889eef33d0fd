import { OpenAPIHono, z } from "@hono/zod-openapi";
import { registrationExtendEndpoint } from "@vestibule/contract/v1/legacy-registration.schema.ts";
import { linkEndpoints } from "@vestibule/contract/v1/link.schema.ts";
import { validationBody } from "@vestibule/contract/v1/recovery.schema.ts";
import { limitStore } from "../../capabilities/limits/limit.store.ts";
import {
  chooseUsername,
  type UsernameAnswer,
  type UsernameEnding,
} from "../../journeys/follow-link/choose-username.journey.ts";
import { extendRegistration } from "../../journeys/register-legacy/extend-registration.journey.ts";
import { registrationIdOf } from "../../journeys/register-legacy/hold-registration.journey.ts";
import { validate } from "../../journeys/register-legacy/validate.journey.ts";
import type { ApiEnvironment, ApiParts } from "../../parts.ts";
import { readAccountBody } from "./account-body.rule.ts";
import { describeRegistrationExtension, describeRegistrationValidation } from "./link-openapi.schema.ts";
import { refusalResponse } from "./recovery-refusal.rule.ts";
import { registrationResponse } from "./registration-answer.rule.ts";
import { routePath } from "./route-path.rule.ts";

/**
 * What a registration asked, answered. The purpose sealed in the registration's id says which journey it belongs to:
 * one by policy number, or that of a link; every other id leads nowhere.
 */
export function registrationValidationRoutes(parts: ApiParts): OpenAPIHono<ApiEnvironment> {
  const routes = new OpenAPIHono<ApiEnvironment>();
  describeRegistrationValidation(routes.openAPIRegistry);
  describeRegistrationExtension(routes.openAPIRegistry);
  const limited = { ...parts, limits: limitStore(parts) };

  routes.post(routePath(linkEndpoints.validate.path), async (context) => {
    const body = await readAccountBody(context, validationBody.optional());
    if (body.kind === "refused") return body.answer;
    const { registrationId = "", validationId = "" } = context.req.param() as Record<string, string>;
    const visit = context.get("visit");
    const answer = { registrationId, validationId, typed: body.value?.validationValue };
    if (registrationIdOf(parts, visit, registrationId) === undefined)
      return usernameResponse(answer, await chooseUsername(limited, visit, answer));
    const ending = await validate(limited, visit, answer);
    if (ending.kind !== "validated") return refusalResponse(ending);
    return registrationResponse(ending.status, { ...ending.answer, id: ending.id });
  });

  routes.post(routePath(registrationExtendEndpoint.path), async (context) => {
    const body = await readAccountBody(context, z.strictObject({}).optional());
    if (body.kind === "refused") return body.answer;
    const ending = await extendRegistration(parts, context.get("visit"), context.req.param("registrationId") ?? "");
    if (ending.kind === "gone") return refusalResponse(ending);
    const { idleEndsAt, endsAt } = ending;
    return context.json({ idleEndsAt: idleEndsAt.toISOString(), endsAt: endsAt.toISOString() });
  });
  return routes;
}

function usernameResponse({ registrationId: id, validationId }: UsernameAnswer, ending: UsernameEnding): Response {
  if (ending.kind === "mailed") return registrationResponse(202, { error: false, id, twoFactorValidations: [] });
  if (ending.kind !== "taken") return refusalResponse(ending);
  const asked = { id: validationId, method: "ASKUSERNAME" };
  return registrationResponse(240, { error: true, id, twoFactorValidations: [asked], action: "ASKUSERNAME" });
}
