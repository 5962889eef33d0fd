import { accountEndpoints } from "@vestibule/contract/v1/account.endpoint.ts";
import { accountApi } from "../../api/account-api.server.ts";
import { outcomeOf } from "../../api/response-outcome.rule.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { clearPerson } from "../../roadblock/clear-flow.rule.ts";
import { consumeGatewayHandoff } from "./gateway-handoff.server.ts";

/** Consumes a login that came back from the gateway without success, and keeps its e-mail to fill in the next form. */
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
 * Reports a refused login to the API once. The API counts it where the gateway does not; at the limit this returns the
 * roadblock to show, otherwise undefined.
 */
export async function reportFailedLogin(requestContext: PortalRequestContext) {
  const login = await consumeGatewayHandoff(requestContext);
  if (login === undefined) return undefined;
  const reply = await accountApi(requestContext, accountEndpoints).bounce(login.id, { email: login.email });
  // Reported already, so this return belongs to no pending login.
  if (reply.kind === "error" && reply.status === 404) return undefined;
  requestContext.session.loginEmail = login.email;
  const outcome = reply.kind === "error" && reply.error.roadblock !== undefined ? outcomeOf(reply) : undefined;
  return outcome?.kind === "roadblock" ? outcome : undefined;
}
