import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { pathAfter } from "@vestibule/contract/flow.rule.ts";
import type { PasswordAnswer } from "@vestibule/contract/v1/recovery.schema.ts";
import { redirect } from "react-router";
import { askForNewPassword, handOffOf } from "../../../gateway/hand-off.ts";
import type { TicketHandOff } from "../../../gateway/hand-off-form.tsx";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { raiseRoadblock } from "../../../roadblock/raise-roadblock.server.ts";
import { requestNewCode } from "../forgot/begin-recovery.server.ts";
import type { ResetAuthorization } from "./reset-authorization.server.ts";

/** Clears the recovery from the session. The next page's form signs in, or the person logs in with the new password. */
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

/** The ticket for the gateway; undefined once it has expired. */
export function resetHandOff(requestContext: PortalRequestContext): TicketHandOff | undefined {
  const { finishedReset } = requestContext.session;
  if (finishedReset === undefined || !(new Date(finishedReset.ticket.endsAt) > requestContext.now)) return undefined;
  return { ...handOffOf(requestContext, finishedReset.email), ticket: finishedReset.ticket.value };
}

/** The code, temporary password or link is no longer valid: redirects to where its kind starts over. */
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
