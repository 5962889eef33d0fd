import { OpenAPIHono } from "@hono/zod-openapi";
import { recoveryEndpoints } from "@vestibule/contract/v1/recovery.endpoint.ts";
import type { ApiEnvironment, RouteDeps } from "../../deps.ts";
import { extendReset } from "../../flows/password-reset/reset-token.ts";
import { resetPassword } from "../../flows/password-reset/set-password.ts";
import { requestReset, resendResetMessage } from "../../flows/password-reset/start-reset.ts";
import { verifyTemporaryPassword } from "../../flows/password-reset/temporary-password.ts";
import { verifyResetCode } from "../../flows/password-reset/verify-code.ts";
import { addEndpoint } from "../endpoint.route.ts";
import { refusalResponse } from "../error-response.ts";
import { readBodyEmail } from "../request-body.ts";

/** Account recovery: reset codes and links, temporary passwords, and the new password itself. */
export function recoveryRoutes(deps: RouteDeps): OpenAPIHono<ApiEnvironment> {
  const routes = new OpenAPIHono<ApiEnvironment>();
  const { reset, validate, sendAgain, temporary, extend, password } = recoveryEndpoints;

  addEndpoint(routes, reset, async ({ requestContext, body, respond }) => {
    const email = readBodyEmail(body);
    if (email instanceof Response) return email;
    const result = await requestReset(deps, { requestContext, email });
    return result.kind === "started" ? respond(200, { id: result.id }) : refusalResponse(result);
  });

  addEndpoint(routes, validate, async ({ requestContext, params, body, respond }) => {
    const order = { requestContext, id: params.sessionId, typed: body.validationValue };
    const result = await verifyResetCode(deps, order);
    if (result.kind !== "proven") return refusalResponse(result);
    const { kind: _proven, ...facts } = result;
    return respond(200, { action: "RESETPWD_LOGIN", ...facts, twoFactorValidations: [], ubiMatchPH: false });
  });

  addEndpoint(routes, sendAgain, async ({ requestContext, params: { id }, respond }) => {
    const result = await resendResetMessage(deps, { requestContext, id });
    return result.kind === "requested" ? respond(200, {}) : refusalResponse(result);
  });

  addEndpoint(routes, temporary, async ({ requestContext, params: { id }, body: { tempPassword }, respond }) => {
    const { clientIp } = requestContext;
    const order = { requestContext, id, tempPassword };
    const result = await deps.hashing.run({ id: clientIp }, () => verifyTemporaryPassword(deps, order));
    return result.kind === "correct" ? respond(200, { id: result.id, token: result.token }) : refusalResponse(result);
  });

  addEndpoint(routes, extend, async ({ requestContext, params: { id }, body: { token }, respond }) => {
    const ends = await extendReset(deps, { requestContext, id, token });
    return ends === undefined ? refusalResponse({ kind: "notFound" }) : respond(200, ends);
  });

  addEndpoint(routes, password, async ({ requestContext, params: { id }, body, respond }) => {
    const { clientIp } = requestContext;
    const order = { requestContext, id, body };
    const result = await deps.hashing.run({ id: clientIp }, () => resetPassword(deps, order));
    if (result.kind !== "replaced") return refusalResponse(result);
    const { email, ticket } = result;
    return respond(200, { email, ...(ticket !== undefined && { ticket }) });
  });
  return routes;
}
