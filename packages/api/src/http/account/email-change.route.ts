import type { OpenAPIHono } from "@hono/zod-openapi";
import { emailChangeEndpoints, emailUndoEndpoints } from "@vestibule/contract/account/email-change.endpoint.ts";
import { readEmail } from "@vestibule/contract/fields/email.rule.ts";
import type { ApiEnvironment, RouteDeps } from "../../deps.ts";
import { confirmEmailChange, requestEmailChange } from "../../flows/account/change-email.ts";
import { type EmailUndoResult, readEmailUndo, undoEmailChange } from "../../flows/account/undo-email-change.ts";
import type { VerificationLockout } from "../../verification/identity-proof.port.ts";
import { addEndpoint } from "../endpoint.route.ts";
import { accountErrorResponse } from "../v1/account-error.rule.ts";
import { type Refusal, refusalResponse } from "../v1/refusal.rule.ts";
import type { AddOwnEndpoint } from "./account-session.guard.ts";

/** Adds the endpoints that change the e-mail and the link that undoes the change. */
export function addEmailChangeRoutes(
  routes: OpenAPIHono<ApiEnvironment>,
  addOwnEndpoint: AddOwnEndpoint,
  deps: RouteDeps,
): void {
  const { request, confirm } = emailChangeEndpoints;

  addOwnEndpoint(request, async ({ caller, body, reply }) => {
    const recipient = readEmail(body.email);
    if (recipient === undefined) return accountErrorResponse("invalidRequest", { fields: { email: "format" } });
    const result = await requestEmailChange(deps, { ...caller, recipient });
    return result.kind === "requested" ? reply(200, { codeEndsAt: result.codeEndsAt }) : changeRefusal(result);
  });
  addOwnEndpoint(confirm, async ({ caller, body, reply }) => {
    const result = await confirmEmailChange(deps, { ...caller, typed: body.code });
    return result.kind === "changed" ? reply(200, { email: result.email }) : changeRefusal(result);
  });
  addEndpoint(routes, emailUndoEndpoints.read, async ({ requestContext, params: { token } }) =>
    undoResponse(await readEmailUndo(deps, { requestContext, token })),
  );
  addEndpoint(routes, emailUndoEndpoints.undo, async ({ requestContext, params: { token } }) =>
    undoResponse(await undoEmailChange(deps, { requestContext, token })),
  );
}

/** A lockout by codes becomes `limitReached`, for which the portal's account page has its own text. */
function changeRefusal(refusal: Exclude<Refusal, { kind: "lockedOut" }> | VerificationLockout): Response {
  return refusal.kind === "lockedOut" ? accountErrorResponse("limitReached", refusal) : refusalResponse(refusal);
}

function undoResponse(result: EmailUndoResult): Response {
  if (result.kind !== "found") return refusalResponse(result);
  const { state, maskedEmail } = result;
  return Response.json({ state, maskedEmail });
}
