import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { gatewaySessionCookieName } from "@vestibule/contract/cookies/gateway-session.rule.ts";
import { pathAfter } from "@vestibule/contract/flow.rule.ts";
import { redirect } from "react-router";
import type { PortalRequestContext } from "../request/request-context.ts";
import { interactionSlice, noticeSlice, singleSignOnSlice } from "../shared-slices/login-slices.server.ts";
import { finishedResetSlice } from "../shared-slices/recovery-slices.server.ts";

/** Data that the browser posts to the gateway. The password is included only for a browser without scripts. */
export interface HandOff {
  /** The built-in gateway, or the one from the brand's data; never taken from a request. */
  url: string;
  username: string;
  password?: string;
  /** Sign-on request of another system, from the link's query. */
  ssoRequest?: string;
  /** A name on the brand's closed list. */
  clientLoginAction?: string;
  /** Interaction of the application that asked for this sign-in. */
  interaction?: string | undefined;
  /** Solution of a puzzle, for the built-in gateway. */
  puzzle?: string | undefined;
}

/** Ticket that the gateway accepts in place of a password: single use, valid for one minute. */
export interface TicketHandOff extends HandOff {
  ticket: string;
}

/**
 * What the browser posts to the gateway to sign in with this login name. `interaction`: that of the login page, or of
 * the flow that began at one.
 */
export function createHandOff(
  { brand, session, puzzleSolution }: Pick<PortalRequestContext, "brand" | "session" | "puzzleSolution">,
  { username, interaction = session.get(interactionSlice) }: { username: string; interaction?: string | undefined },
): HandOff {
  const { request, clientLoginAction } = session.get(singleSignOnSlice) ?? {};
  const { gateway } = brand;
  return {
    url: gateway.kind === "builtIn" ? "/pkmslogin.form" : new URL(gateway.loginPath, gateway.origin).href,
    username,
    ssoRequest: request,
    clientLoginAction,
    interaction,
    ...(gateway.kind === "builtIn" && { puzzle: puzzleSolution }),
  };
}

/** A sign-in ticket as the session keeps it; `endsAt` is an ISO time. */
export interface SessionTicket {
  value: string;
  endsAt: string;
}

/** A ticket that the API has just issued. */
export function toSessionTicket({ now }: PortalRequestContext, value: string): SessionTicket {
  return { value, endsAt: new Date(now.getTime() + ttl.signInTicketSeconds * 1000).toISOString() };
}

/** What the browser posts to the built-in gateway to sign in with a ticket; undefined once it has expired. */
export function createTicketHandOff(
  requestContext: PortalRequestContext,
  { username, ticket }: { username: string; ticket: SessionTicket },
): TicketHandOff | undefined {
  if (!(new Date(ticket.endsAt) > requestContext.now)) return undefined;
  return { ...createHandOff(requestContext, { username }), ticket: ticket.value };
}

/** Whether the browser has the gateway's session cookie, which signing out deletes. The session may have ended. */
export function hasGatewaySession({ cookies, origin }: PortalRequestContext): boolean {
  return cookies.read(gatewaySessionCookieName({ origin })) !== undefined;
}

/** Redirects to the login page with the e-mail filled in, and a notice that the password was changed. */
export function requestNewPassword({ session }: PortalRequestContext): Response {
  session.delete(finishedResetSlice);
  session.set(noticeSlice, "passwordChanged");
  return redirect(pathAfter("RESET", "passwordSaved"), 303);
}
