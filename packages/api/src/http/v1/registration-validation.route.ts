import { OpenAPIHono, z } from "@hono/zod-openapi";
import { registrationExtendEndpoint } from "@vestibule/contract/v1/legacy-registration.schema.ts";
import { linkEndpoints } from "@vestibule/contract/v1/link.schema.ts";
import { validationBody } from "@vestibule/contract/v1/recovery.schema.ts";
import type { ApiDeps, ApiEnvironment } from "../../deps.ts";
import {
  type ChooseUsernameResult,
  chooseUsername,
  type UsernameAnswer,
} from "../../flows/email-link/choose-username.ts";
import { extendRegistration } from "../../flows/registration/extend-registration.ts";
import { readRegistrationId } from "../../flows/registration/lock-registration.ts";
import { validate } from "../../flows/registration/validate.ts";
import { limitStore } from "../../limits/limit.store.ts";
import { readAccountBody } from "./account-body.rule.ts";
import { describeRegistrationExtension, describeRegistrationValidation } from "./link-openapi.schema.ts";
import { refusalResponse } from "./recovery-refusal.rule.ts";
import { registrationResponse } from "./registration-answer.rule.ts";
import { routePath } from "./route-path.rule.ts";

/**
 * Answers to a registration's questions. The purpose encrypted in the registration's id selects the flow: by policy
 * number or by link; any other id gets 404.
 */
export function registrationValidationRoutes(deps: ApiDeps): OpenAPIHono<ApiEnvironment> {
  const routes = new OpenAPIHono<ApiEnvironment>();
  describeRegistrationValidation(routes.openAPIRegistry);
  describeRegistrationExtension(routes.openAPIRegistry);
  const limited = { ...deps, limits: limitStore(deps) };

  routes.post(routePath(linkEndpoints.validate.path), async (context) => {
    const body = await readAccountBody(context, validationBody.optional());
    if (body.kind === "refused") return body.answer;
    const { registrationId = "", validationId = "" } = context.req.param() as Record<string, string>;
    const requestContext = context.get("requestContext");
    const answer = { registrationId, validationId, typed: body.value?.validationValue };
    if (readRegistrationId(deps, requestContext, registrationId) === undefined)
      return usernameResponse(answer, await chooseUsername(limited, requestContext, answer));
    const result = await validate(limited, requestContext, answer);
    if (result.kind !== "validated") return refusalResponse(result);
    return registrationResponse(result.status, { ...result.answer, id: result.id });
  });

  routes.post(routePath(registrationExtendEndpoint.path), async (context) => {
    const body = await readAccountBody(context, z.strictObject({}).optional());
    if (body.kind === "refused") return body.answer;
    const result = await extendRegistration(
      deps,
      context.get("requestContext"),
      context.req.param("registrationId") ?? "",
    );
    if (result.kind === "gone") return refusalResponse(result);
    const { idleEndsAt, endsAt } = result;
    return context.json({ idleEndsAt: idleEndsAt.toISOString(), endsAt: endsAt.toISOString() });
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
