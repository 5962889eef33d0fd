import { OpenAPIHono } from "@hono/zod-openapi";
import { checkEmail, normaliseEmail } from "@vestibule/contract/fields/email.rule.ts";
import { accountEndpoints, findBody } from "@vestibule/contract/v1/account.schema.ts";
import type { Context } from "hono";
import { limitStore } from "../../capabilities/limits/limit.store.ts";
import { type BounceEnding, hearBounce } from "../../journeys/sign-in/bounce.journey.ts";
import { findAccount } from "../../journeys/sign-in/find-account.journey.ts";
import type { ApiEnvironment, ApiParts } from "../../parts.ts";
import { readAccountBody } from "./account-body.rule.ts";
import { accountErrorResponse } from "./account-error.rule.ts";
import { describeAccounts } from "./account-openapi.schema.ts";

type AccountContext = Context<ApiEnvironment>;

/** What sign-in asks of accounts before the gateway takes over and after it refused, and whether the API is there. */
export function accountRoutes(parts: ApiParts): OpenAPIHono<ApiEnvironment> {
  const routes = new OpenAPIHono<ApiEnvironment>();
  describeAccounts(routes.openAPIRegistry);
  const limited = { ...parts, limits: limitStore(parts) };

  routes.post(accountEndpoints.find.path, async (context) => {
    const { brand, address } = context.get("visit");
    const question = await readQuestion(context);
    if (question instanceof Response) return question;
    const ending = await findAccount(limited, { brandId: brand.id, email: question.email, address });
    if (ending.kind === "wait")
      return accountErrorResponse("tooManyRequests", { retryAfterSeconds: ending.retryAfterSeconds });
    return context.json({ id: ending.id, status: ending.status });
  });
  routes.post(accountEndpoints.bounce.path.replace("{id}", ":id"), async (context) => {
    const { brand } = context.get("visit");
    const question = await readQuestion(context);
    if (question instanceof Response) return question;
    const ending = await hearBounce(limited, { brand, id: context.req.param("id") ?? "", email: question.email });
    return bounceResponse(ending);
  });
  routes.get(accountEndpoints.welcome.path, (context) => context.json({}));
  return routes;
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

/** The normalised address asked for, or the answer to a body that names none. */
async function readQuestion(context: AccountContext): Promise<{ email: string } | Response> {
  const body = await readAccountBody(context, findBody);
  if (body.kind === "refused") return body.answer;
  const fault = checkEmail(body.value.email);
  const email = normaliseEmail(body.value.email);
  if (fault !== undefined || email === undefined)
    return accountErrorResponse("invalidRequest", { fields: { email: fault?.key ?? "format" } });
  return { email };
}
