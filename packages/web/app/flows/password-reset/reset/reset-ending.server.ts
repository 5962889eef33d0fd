import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { pathAfter } from "@vestibule/contract/flow.rule.ts";
import type { PasswordAnswer } from "@vestibule/contract/v1/recovery.schema.ts";
import { redirect } from "react-router";
import { askForNewPassword, createHandOff } from "../../../gateway/hand-off.ts";
import type { TicketHandOff } from "../../../gateway/hand-off-form.tsx";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { raiseRoadblock } from "../../../roadblock/raise-roadblock.server.ts";
import { requestNewCode } from "../forgot/begin-recovery.server.ts";
import type { ResetAuthorization } from "./reset-authorization.server.ts";

/**
 * Removes the reset from the session and saves the sign-in ticket for the next page. Without a ticket, the person logs
 * in with the new password.
 */
export function finishReset(requestContext: PortalRequestContext, { email, ticket }: PasswordAnswer): Response {
  const { session } = requestContext;
  delete session.recovery;
  delete session.link;
  session.loginEmail = email;
  if (ticket === undefined) return askForNewPassword(requestContext);
  const endsAt = new Date(requestContext.now.getTime() + ttl.signInTicketSeconds * 1000).toISOString();
  session.finishedReset = { email, ticket: { value: ticket, endsAt } };
  return redirect(pathAfter("RESET", "ticketIssued"), 303);
}

/** What the browser posts to the gateway to sign in with the ticket; undefined once the ticket has expired. */
export function resetHandOff(requestContext: PortalRequestContext): TicketHandOff | undefined {
  const { finishedReset } = requestContext.session;
  if (finishedReset === undefined || !(new Date(finishedReset.ticket.endsAt) > requestContext.now)) return undefined;
  return { ...createHandOff(requestContext, finishedReset.email), ticket: finishedReset.ticket.value };
}

/** Ends a reset whose authorisation is no longer valid, and redirects to where this kind of reset starts over. */
export function endReset(requestContext: PortalRequestContext, authorization: ResetAuthorization): Response {
  const { session } = requestContext;
  switch (authorization.kind) {
    case "link":
      delete session.link;
      session.expiredLink = { token: authorization.token };
      return raiseRoadblock(requestContext, "token-expired");
    case "temporary":
      delete session.recovery;
      session.notice = "temporaryEnded";
      return redirect(pathAfter("RESET", "temporaryPasswordEnded"), 303);
    case "code":
      return requestNewCode(requestContext, authorization.email);
  }
}
