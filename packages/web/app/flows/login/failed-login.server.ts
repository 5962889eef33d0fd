import { accountEndpoints } from "@vestibule/contract/v1/account.endpoint.ts";
import { accountApi } from "../../api/account-api.server.ts";
import { outcomeOf } from "../../api/response-outcome.rule.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { clearPerson } from "../../roadblock/clear-flow.rule.ts";
import { consumeGatewayHandoff } from "./gateway-handoff.server.ts";

/** Consumes a login that the gateway returned without success, and saves its e-mail for the login form. */
export async function prefillFailedLogin(requestContext: PortalRequestContext): Promise<void> {
  const login = await consumeGatewayHandoff(requestContext);
  if (login !== undefined) requestContext.session.loginEmail = login.email;
}

/** After sign-in or sign-out: nothing in progress belongs to the person who is now at this browser. */
export async function forgetPerson(requestContext: PortalRequestContext): Promise<void> {
  await consumeGatewayHandoff(requestContext);
  clearPerson(requestContext.session);
}

/**
 * Reports a refused login to the API once, which counts it if the gateway does not. Returns the roadblock to show if
 * the limit is reached; otherwise undefined.
 */
export async function reportFailedLogin(requestContext: PortalRequestContext) {
  const login = await consumeGatewayHandoff(requestContext);
  if (login === undefined) return undefined;
  const reply = await accountApi(requestContext, accountEndpoints).bounce(login.id, { email: login.email });
  // The API has no such login, because it was reported before.
  if (reply.kind === "error" && reply.status === 404) return undefined;
  requestContext.session.loginEmail = login.email;
  const outcome = reply.kind === "error" && reply.error.roadblock !== undefined ? outcomeOf(reply) : undefined;
  return outcome?.kind === "roadblock" ? outcome : undefined;
}
