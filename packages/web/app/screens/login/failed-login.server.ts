import { createAccountClient } from "@vestibule/contract/v1/account.client.ts";
import { accountApi } from "../../answer/account-api.server.ts";
import { outcomeOf } from "../../answer/response-outcome.rule.ts";
import type { PortalRequestContext } from "../../visit/request-context.ts";

/** Somebody came back from the gateway without being let in: their e-mail is filled in where they go on. */
export async function prefillFailedLogin(requestContext: PortalRequestContext): Promise<void> {
  const login = await requestContext.consumeGatewayHandoff();
  if (login !== undefined) requestContext.session.loginEmail = login.email;
}

/** Who is in, or out again, leaves no e-mail behind for the next person at this browser. */
export async function forgetLogin(requestContext: PortalRequestContext): Promise<void> {
  await requestContext.consumeGatewayHandoff();
  delete requestContext.session.loginEmail;
  delete requestContext.session.triedLogin;
  delete requestContext.session.finishedReset;
}

/**
 * A login came back refused. The API hears of it once, counts where the gateway does not, and says when it is enough:
 * then this is the roadblock to raise. Undefined: the person may just try again.
 */
export async function reportFailedLogin(requestContext: PortalRequestContext) {
  const login = await requestContext.consumeGatewayHandoff();
  if (login === undefined) return undefined;
  const { settings, caller } = accountApi(requestContext);
  const reply = await createAccountClient(settings).bounce(caller, login.id, { email: login.email });
  // Told before: this return is not the login's own.
  if (reply.kind === "error" && reply.status === 404) return undefined;
  requestContext.session.loginEmail = login.email;
  const outcome = reply.kind === "error" && reply.error.roadblock !== undefined ? outcomeOf(reply) : undefined;
  return outcome?.kind === "roadblock" ? outcome : undefined;
}
