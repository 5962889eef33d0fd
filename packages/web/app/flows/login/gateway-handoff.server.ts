import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { z } from "zod";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { consume } from "../../session/session-slice.server.ts";

/**
 * Cookie that identifies a login at the gateway: its id from the account lookup, and the e-mail as typed. `until` is
 * stored too, because the portal's clock decides when it expires.
 */
const accountId = {
  name: "account-id",
  lifetimeSeconds: ttl.accountIdCookieSeconds,
  schema: z.object({ id: z.string(), email: z.string(), until: z.string() }),
};

/** Saves the login that the browser now hands to the gateway, in a cookie that is valid only with this session. */
export function saveGatewayHandoff(
  { session, cookies, now }: PortalRequestContext,
  { id, email }: { id: string; email: string },
): void {
  session.gatewayHandoffId = id;
  const until = new Date(now.getTime() + accountId.lifetimeSeconds * 1000).toISOString();
  cookies.save(accountId, { id, email, until });
}

/** The login that the gateway returned; undefined if it was consumed before, has expired, or is of another browser. */
export async function consumeGatewayHandoff({ session, cookies, now }: PortalRequestContext) {
  const expected = consume(session, "gatewayHandoffId");
  const login = await cookies.open(accountId);
  cookies.save(accountId, undefined);
  if (login === undefined || login.id !== expected) return undefined;
  return now < new Date(login.until) ? login : undefined;
}
