import type { AccountSession } from "../../accounts/gateway-session.store.ts";
import type { RequestContext } from "../../deps.ts";

/** A call of a signed-in person about their own account. */
export interface AccountCall {
  requestContext: RequestContext;
  session: AccountSession;
}
