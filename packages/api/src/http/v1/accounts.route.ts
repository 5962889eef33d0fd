import { OpenAPIHono } from "@hono/zod-openapi";
import { accountEndpoints } from "@vestibule/contract/v1/account.endpoint.ts";
import { findBody } from "@vestibule/contract/v1/account.schema.ts";
import { type PolicyFindBody, policyFindBody } from "@vestibule/contract/v1/policy-number-registration.schema.ts";
import type { z } from "zod";
import type { ApiEnvironment, RequestContext, RouteDeps } from "../../deps.ts";
import { findByPolicy } from "../../flows/registration/steps/find-by-policy.ts";
import { countFailedLogin } from "../../flows/sign-in/count-failed-login.ts";
import { findAccount } from "../../flows/sign-in/find-account.ts";
import type { IdentityProofDeps } from "../../verification/identity-proof.port.ts";
import { addEndpoint } from "../endpoint.route.ts";
import { refusalResponse } from "../error-response.ts";
import { readAccountBody, readBodyEmail } from "../request-body.ts";
import { respondPolicyFound } from "./registration-response.rule.ts";

/** Endpoints that sign-in uses before the gateway and after a refused sign-in, and the health check. */
export function accountRoutes(deps: RouteDeps): OpenAPIHono<ApiEnvironment> {
  const routes = new OpenAPIHono<ApiEnvironment>();

  addEndpoint(
    routes,
    accountEndpoints.find,
    async ({ requestContext, body, respond }) => {
      if ("policyNumber" in body) return findByPolicyNumber(deps, requestContext, body);
      const email = readBodyEmail(body);
      if (email instanceof Response) return email;
      const { brand, clientIp, puzzleSolution, browserSessionId } = requestContext;
      const query = { brandId: brand.id, email, clientIp, puzzleSolution, browserSessionId };
      const result = await findAccount(deps, query);
      if (result.kind === "wait") return refusalResponse(result);
      return respond(200, { id: result.id, status: result.status });
    },
    { readBody: (context) => readAccountBody(context, schemaOfFind) },
  );
  addEndpoint(routes, accountEndpoints.bounce, async ({ requestContext, params: { id }, body, respond }) => {
    const email = readBodyEmail(body);
    if (email instanceof Response) return email;
    const { brand } = requestContext;
    const result = await countFailedLogin(deps, { brand, id, email, locale: requestContext });
    return result.kind === "recorded" ? respond(200, {}) : refusalResponse(result);
  });
  addEndpoint(routes, accountEndpoints.welcome, ({ respond }) => respond(200, {}));
  return routes;
}

/** Selects the schema by the body: with an e-mail for a sign-in, with a policy number for a registration. */
function schemaOfFind(value: unknown): z.ZodType<{ email: string } | PolicyFindBody> {
  const names = typeof value === "object" && value !== null ? value : {};
  return "policyNumber" in names ? policyFindBody : findBody;
}

/** Finds a person by policy number. API v1 spells `licence` with a c. */
async function findByPolicyNumber(
  deps: IdentityProofDeps,
  requestContext: RequestContext,
  { driverLicence: driverLicense, driverLicenceProvince: driverLicenseProvince, ...typed }: PolicyFindBody,
): Promise<Response> {
  const result = await findByPolicy(deps, requestContext, { ...typed, driverLicense, driverLicenseProvince });
  if (result.kind !== "malformed") return respondPolicyFound(deps, result);
  const fields = Object.entries(result.fields).map(([name, fault]) => [name.replace("License", "Licence"), fault]);
  return respondPolicyFound(deps, { ...result, fields: Object.fromEntries(fields) });
}
