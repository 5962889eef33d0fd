import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { accountEndpoints } from "@vestibule/contract/v1/account.endpoint.ts";
import { z } from "zod";
import { apiClient } from "../../api/api-client.server.ts";
import { findErrorHandling } from "../../api/error-handling.rule.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { loginEmailSlice } from "../../shared-slices/login-slices.server.ts";
import { gatewayHandoffIdSlice } from "./session-slice.server.ts";

/** Cookie that identifies a login at the gateway: its id from the account lookup, and the e-mail as typed. */
const accountId = {
  name: "account-id",
  lifetimeSeconds: ttl.accountIdCookieSeconds,
  schema: z.object({ id: z.string(), email: z.string() }),
};

/** Saves the login that the browser now hands to the gateway, in a cookie that is valid only with this session. */
export function saveGatewayHandoff(
  { session, cookies }: PortalRequestContext,
  { id, email }: { id: string; email: string },
): void {
  session.set(gatewayHandoffIdSlice, id);
  cookies.save(accountId, { id, email });
}

/** The login that the gateway returned; undefined if it was consumed before, has expired, or is of another browser. */
async function consumeGatewayHandoff({ session, cookies }: PortalRequestContext) {
  const expected = session.consume(gatewayHandoffIdSlice);
  const login = await cookies.open(accountId);
  cookies.save(accountId, undefined);
  return login?.id === expected ? login : undefined;
}

/** Consumes a login that the gateway returned without success, and saves its e-mail for the login form. */
export async function prefillFailedLogin(requestContext: PortalRequestContext): Promise<void> {
  const login = await consumeGatewayHandoff(requestContext);
  if (login !== undefined) requestContext.session.set(loginEmailSlice, login.email);
}

/** After sign-in or sign-out: nothing in progress belongs to the person who is now at this browser. */
export async function forgetPerson(requestContext: PortalRequestContext): Promise<void> {
  await consumeGatewayHandoff(requestContext);
  requestContext.session.deletePersonal();
}

/**
 * Reports a refused login to the API once, which counts it if the gateway does not. Returns the roadblock to show if
 * the limit is reached; otherwise undefined.
 */
export async function reportFailedLogin(requestContext: PortalRequestContext) {
  const login = await consumeGatewayHandoff(requestContext);
  if (login === undefined) return undefined;
  const result = await apiClient(requestContext, accountEndpoints).bounce(login.id, { email: login.email });
  // The API has no such login, because it was reported before.
  if (result.kind === "error" && result.status === 404) return undefined;
  requestContext.session.set(loginEmailSlice, login.email);
  const handling =
    result.kind === "error" && result.error.roadblock !== undefined ? findErrorHandling(result) : undefined;
  return handling?.kind === "roadblock" ? handling : undefined;
}
