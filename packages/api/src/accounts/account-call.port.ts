import type { RequestContext } from "../deps.ts";
import type { AccountSession } from "./gateway-session.store.ts";

/** A call of a signed-in person about their own account. */
export interface AccountCall {
  requestContext: RequestContext;
  session: AccountSession;
}
