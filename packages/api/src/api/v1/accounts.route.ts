import { OpenAPIHono } from "@hono/zod-openapi";
import { accountEndpoints, findBody } from "@vestibule/contract/v1/account.schema.ts";
import { type PolicyFindBody, policyFindBody } from "@vestibule/contract/v1/legacy-registration.schema.ts";
import type { z } from "zod";
import { limitStore } from "../../capabilities/limits/limit.store.ts";
import { findByPolicy } from "../../journeys/register-legacy/find-by-policy.journey.ts";
import { type BounceEnding, hearBounce } from "../../journeys/sign-in/bounce.journey.ts";
import { findAccount } from "../../journeys/sign-in/find-account.journey.ts";
import type { ApiEnvironment, ApiParts } from "../../parts.ts";
import { readAccountBody, readAddress, readAddressBody } from "./account-body.rule.ts";
import { accountErrorResponse } from "./account-error.rule.ts";
import { describeAccounts } from "./account-openapi.schema.ts";
import { policyFindResponse } from "./registration-answer.rule.ts";
import { routePath } from "./route-path.rule.ts";

/** What sign-in asks of accounts before the gateway takes over and after it refused, and whether the API is there. */
export function accountRoutes(parts: ApiParts): OpenAPIHono<ApiEnvironment> {
  const routes = new OpenAPIHono<ApiEnvironment>();
  describeAccounts(routes.openAPIRegistry);
  const limited = { ...parts, limits: limitStore(parts) };

  routes.post(accountEndpoints.find.path, async (context) => {
    const visit = context.get("visit");
    const body = await readAccountBody(context, schemaOfFind);
    if (body.kind === "refused") return body.answer;
    if ("policyNumber" in body.value) return policyFindResponse(await findByPolicy(limited, visit, body.value));
    const question = readAddress(body.value);
    if (question.kind === "refused") return question.answer;
    const { brand, address, visitId } = visit;
    const ending = await findAccount(limited, { brandId: brand.id, email: question.email, address, visitId });
    if (ending.kind === "wait")
      return accountErrorResponse("tooManyRequests", { retryAfterSeconds: ending.retryAfterSeconds });
    return context.json({ id: ending.id, status: ending.status });
  });
  routes.post(routePath(accountEndpoints.bounce.path), async (context) => {
    const visit = context.get("visit");
    const question = await readAddressBody(context, findBody);
    if (question.kind === "refused") return question.answer;
    const { brand } = visit;
    const { email } = question;
    const ending = await hearBounce(limited, { brand, id: context.req.param("id") ?? "", email, place: visit });
    return bounceResponse(ending);
  });
  routes.get(accountEndpoints.welcome.path, (context) => context.json({}));
  return routes;
}

/** One path finds by e-mail, for a sign-in, and by policy number, for a registration: the body says which. */
function schemaOfFind(value: unknown): z.ZodType<{ email: string } | PolicyFindBody> {
  const names = typeof value === "object" && value !== null ? value : {};
  return "policyNumber" in names ? policyFindBody : findBody;
}

function bounceResponse(ending: BounceEnding): Response {
  switch (ending.kind) {
    case "heard":
      return Response.json({});
    case "unknown":
      return accountErrorResponse("notFound");
    case "tooMany": {
      const { until } = ending;
      return accountErrorResponse("limitReached", { roadblock: "login-difficulties", ...(until && { until }) });
    }
  }
}
