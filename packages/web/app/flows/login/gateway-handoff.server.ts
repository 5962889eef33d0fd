import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { z } from "zod";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { consume } from "../../session/session-slice.server.ts";

/**
 * Identifies the login at the gateway: its id from the account lookup, and the e-mail as typed. Bound to the session of
 * the browser that received it. `until`: also stored inside, because the portal's clock decides.
 */
const accountId = {
  name: "account-id",
  lifetimeSeconds: ttl.accountIdCookieSeconds,
  schema: z.object({ id: z.string(), email: z.string(), until: z.string() }),
};

/** Saves the login that is handed to the gateway, for 20 seconds. */
export function saveGatewayHandoff(
  { session, cookies, now }: PortalRequestContext,
  { id, email }: { id: string; email: string },
): void {
  session.gatewayHandoffId = id;
  const until = new Date(now.getTime() + accountId.lifetimeSeconds * 1000).toISOString();
  cookies.save(accountId, { id, email, until });
}

/** The login that returned from the gateway: once, in the same browser, within those 20 seconds. */
export async function consumeGatewayHandoff({ session, cookies, now }: PortalRequestContext) {
  const expected = consume(session, "gatewayHandoffId");
  const login = await cookies.open(accountId);
  cookies.save(accountId, undefined);
  return login?.id === expected && login !== undefined && now < new Date(login.until) ? login : undefined;
}
