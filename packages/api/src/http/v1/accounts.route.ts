import { OpenAPIHono } from "@hono/zod-openapi";
import { accountEndpoints, findBody } from "@vestibule/contract/v1/account.schema.ts";
import { type PolicyFindBody, policyFindBody } from "@vestibule/contract/v1/legacy-registration.schema.ts";
import type { z } from "zod";
import type { ApiDeps, ApiEnvironment } from "../../deps.ts";
import { findByPolicy } from "../../flows/registration/steps/find-by-policy.ts";
import { countFailedLogin, type FailedLoginResult } from "../../flows/sign-in/count-failed-login.ts";
import { findAccount } from "../../flows/sign-in/find-account.ts";
import { limitStore } from "../../limits/limit.store.ts";
import { readAccountBody, readAddress, readAddressBody } from "./account-body.rule.ts";
import { accountErrorResponse } from "./account-error.rule.ts";
import { describeAccounts } from "./account-openapi.schema.ts";
import { policyFindResponse } from "./registration-answer.rule.ts";
import { routePath } from "./route-path.rule.ts";

/** Endpoints that sign-in uses before the gateway and after a refused sign-in, and the health check. */
export function accountRoutes(deps: ApiDeps): OpenAPIHono<ApiEnvironment> {
  const routes = new OpenAPIHono<ApiEnvironment>();
  describeAccounts(routes.openAPIRegistry);
  const limited = { ...deps, limits: limitStore(deps) };

  routes.post(accountEndpoints.find.path, async (context) => {
    const requestContext = context.get("requestContext");
    const body = await readAccountBody(context, schemaOfFind);
    if (body.kind === "refused") return body.answer;
    if ("policyNumber" in body.value)
      return policyFindResponse(await findByPolicy(limited, requestContext, body.value));
    const question = readAddress(body.value);
    if (question.kind === "refused") return question.answer;
    const { brand, clientIp, browserSessionId } = requestContext;
    const result = await findAccount(limited, { brandId: brand.id, email: question.email, clientIp, browserSessionId });
    if (result.kind === "wait")
      return accountErrorResponse("tooManyRequests", { retryAfterSeconds: result.retryAfterSeconds });
    return context.json({ id: result.id, status: result.status });
  });
  routes.post(routePath(accountEndpoints.bounce.path), async (context) => {
    const requestContext = context.get("requestContext");
    const question = await readAddressBody(context, findBody);
    if (question.kind === "refused") return question.answer;
    const { brand } = requestContext;
    const { email } = question;
    const result = await countFailedLogin(limited, {
      brand,
      id: context.req.param("id") ?? "",
      email,
      place: requestContext,
    });
    return bounceResponse(result);
  });
  routes.get(accountEndpoints.welcome.path, (context) => context.json({}));
  return routes;
}

/** The body selects the search: by e-mail for a sign-in, by policy number for a registration. */
function schemaOfFind(value: unknown): z.ZodType<{ email: string } | PolicyFindBody> {
  const names = typeof value === "object" && value !== null ? value : {};
  return "policyNumber" in names ? policyFindBody : findBody;
}

function bounceResponse(result: FailedLoginResult): Response {
  switch (result.kind) {
    case "heard":
      return Response.json({});
    case "unknown":
      return accountErrorResponse("notFound");
    case "tooMany": {
      const { until } = result;
      return accountErrorResponse("limitReached", { roadblock: "login-difficulties", ...(until && { until }) });
    }
  }
}
