import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { z } from "zod";
import type { PortalSession } from "../app/portal-session.server.ts";
import type { PortalRequestContext } from "../app/request/request-context.ts";
import { type CookieKeys, openCookie, sealCookie } from "../app/session/sealed-cookie.server.ts";

const handoff = z.object({ id: z.string(), email: z.string(), until: z.string() });
const seconds = ttl.accountIdCookieSeconds;

interface GatewayHandoffDeps {
  keys: CookieKeys;
  brandId: string;
  now: Date;
  /** Changed in place: contains the id of the login that was last handed over. */
  session: PortalSession;
  /** The account-id cookie of the request. */
  sealed: string | undefined;
  /** Sets the account-id cookie; 0 seconds deletes it. */
  setCookie(value: string | Promise<string>, seconds: number): void;
}

/**
 * The account-id cookie identifies the login at the gateway. It is encrypted, valid for 20 seconds, single-use, and
 * bound to the session of the browser that received it.
 */
export function gatewayHandoff(
  desk: GatewayHandoffDeps,
): Pick<PortalRequestContext, "saveGatewayHandoff" | "consumeGatewayHandoff"> {
  const { keys, session, now, sealed } = desk;
  const cookie = { keys, purpose: `${desk.brandId}/account-id`, lifetimeSeconds: seconds };
  return {
    saveGatewayHandoff({ id, email }) {
      session.gatewayHandoffId = id;
      // Also stored inside, because the portal's clock decides.
      const until = new Date(now.getTime() + seconds * 1000).toISOString();
      desk.setCookie(sealCookie(cookie, { id, email, until }), seconds);
    },
    async consumeGatewayHandoff() {
      const expected = session.gatewayHandoffId;
      delete session.gatewayHandoffId;
      if (sealed === undefined) return undefined;
      desk.setCookie("", 0);
      const login = await openCookie(cookie, sealed, handoff);
      if (login === undefined || login.id !== expected || now >= new Date(login.until)) return undefined;
      return { id: login.id, email: login.email };
    },
  };
}
