import { pathAfter } from "@vestibule/catalogue/recovery-flow.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import type { PasswordAnswer } from "@vestibule/contract/v1/recovery.schema.ts";
import { redirect } from "react-router";
import { raiseRoadblock } from "../../../roadblock/raise-roadblock.server.ts";
import type { PortalRequestContext } from "../../../visit/request-context.ts";
import { handOffOf } from "../../login/hand-off.ts";
import type { TicketHandOff } from "../../registration/account/hand-off-form.tsx";
import { requestNewCode } from "../parts/request-new-code.server.ts";
import type { ResetGround } from "./reset-ground.server.ts";

/** What led here is used up; the person is signed in by the page's next form, or logs in with the new password. */
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

/** The login page, with the address filled in, says that the password was changed. */
export function askForNewPassword({ session }: PortalRequestContext): Response {
  delete session.finishedReset;
  session.notice = "passwordChanged";
  return redirect(pathAfter("RESET", "passwordSaved"), 303);
}

/** What the gateway takes in place of the new password; undefined once it is past. */
export function resetHandOff(requestContext: PortalRequestContext): TicketHandOff | undefined {
  const { finishedReset } = requestContext.session;
  if (finishedReset === undefined || !(new Date(finishedReset.ticket.endsAt) > requestContext.now)) return undefined;
  return { ...handOffOf(requestContext, finishedReset.email), ticket: finishedReset.ticket.value };
}

/** The code, the temporary password or the link serves no more: each begins again at its own place. */
export function endGround(requestContext: PortalRequestContext, ground: ResetGround): Response {
  const { session } = requestContext;
  switch (ground.kind) {
    case "link":
      delete session.link;
      session.expiredLink = { token: ground.token };
      return raiseRoadblock(requestContext, "token-expired");
    case "temporary":
      delete session.recovery;
      session.notice = "temporaryEnded";
      return redirect(pathAfter("RESET", "temporaryPasswordEnded"), 303);
    case "code":
      return requestNewCode(requestContext, ground.email);
  }
}
