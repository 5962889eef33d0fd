import { OpenAPIHono } from "@hono/zod-openapi";
import { linkEndpoints, type RegistrationValidation } from "@vestibule/contract/v1/link.schema.ts";
import { validationBody } from "@vestibule/contract/v1/recovery.schema.ts";
import { limitStore } from "../../capabilities/limits/limit.store.ts";
import { chooseUsername } from "../../journeys/follow-link/choose-username.journey.ts";
import type { ApiEnvironment, ApiParts } from "../../parts.ts";
import { readAccountBody } from "./account-body.rule.ts";
import { describeRegistrationValidation } from "./link-openapi.schema.ts";
import { refusalResponse } from "./recovery-refusal.rule.ts";
import { routePath } from "./route-path.rule.ts";

/**
 * What a registration asked, answered. The purpose sealed in the registration's id says which journey it belongs to:
 * so far that of a link alone; every other id leads nowhere.
 */
export function registrationValidationRoutes(parts: ApiParts): OpenAPIHono<ApiEnvironment> {
  const routes = new OpenAPIHono<ApiEnvironment>();
  describeRegistrationValidation(routes.openAPIRegistry);
  const limited = { ...parts, limits: limitStore(parts) };

  routes.post(routePath(linkEndpoints.validate.path), async (context) => {
    const body = await readAccountBody(context, validationBody.optional());
    if (body.kind === "refused") return body.answer;
    const { registrationId = "", validationId = "" } = context.req.param() as Record<string, string>;
    const answer = { registrationId, validationId, typed: body.value?.validationValue };
    const ending = await chooseUsername(limited, context.get("visit"), answer);
    if (ending.kind === "mailed")
      return context.json(told({ error: false, id: registrationId, twoFactorValidations: [] }), 202);
    if (ending.kind !== "taken") return refusalResponse(ending);
    const asked = { id: validationId, method: "ASKUSERNAME" };
    const again = told({ error: true, id: registrationId, twoFactorValidations: [asked], action: "ASKUSERNAME" });
    // A status of this contract that no library knows: an answer, and not the end of the registration.
    return new Response(JSON.stringify(again), { status: 240, headers: { "content-type": "application/json" } });
  });
  return routes;
}

const told = (answer: RegistrationValidation) => answer;
