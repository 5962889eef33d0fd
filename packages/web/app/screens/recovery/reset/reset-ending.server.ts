import { lifetimes } from "@vestibule/catalogue/lifetime.table.ts";
import { pathAfter } from "@vestibule/catalogue/recovery-flow.table.ts";
import type { PasswordAnswer } from "@vestibule/contract/v1/recovery.schema.ts";
import { redirect } from "react-router";
import { raiseRoadblock } from "../../../roadblock/raise-roadblock.server.ts";
import type { PortalVisit } from "../../../visit/visit.ts";
import { handOffOf } from "../../login/hand-off.ts";
import type { TicketHandOff } from "../../registration/account/hand-off-form.tsx";
import { askAnew } from "../parts/ask-anew.server.ts";
import type { ResetGround } from "./reset-ground.server.ts";

/** What led here is used up; the person is signed in by the page's next form, or logs in with the new password. */
export function finishReset(visit: PortalVisit, { email, ticket }: PasswordAnswer): Response {
  const { session } = visit;
  delete session.recovery;
  delete session.link;
  session.loginEmail = email;
  if (ticket === undefined) return askForNewPassword(visit);
  const endsAt = new Date(visit.now.getTime() + lifetimes.signInTicketSeconds * 1000).toISOString();
  session.finishedReset = { email, ticket: { value: ticket, endsAt } };
  return redirect(pathAfter("RESET", "ticketIssued"), 303);
}

/** The login page, with the address filled in, says that the password was changed. */
export function askForNewPassword({ session }: PortalVisit): Response {
  delete session.finishedReset;
  session.notice = "passwordChanged";
  return redirect(pathAfter("RESET", "passwordSaved"), 303);
}

/** What the gateway takes in place of the new password; undefined once it is past. */
export function resetHandOff(visit: PortalVisit): TicketHandOff | undefined {
  const { finishedReset } = visit.session;
  if (finishedReset === undefined || !(new Date(finishedReset.ticket.endsAt) > visit.now)) return undefined;
  return { ...handOffOf(visit, finishedReset.email), ticket: finishedReset.ticket.value };
}

/** The code, the temporary password or the link serves no more: each begins again at its own place. */
export function endGround(visit: PortalVisit, ground: ResetGround): Response {
  const { session } = visit;
  switch (ground.kind) {
    case "link":
      delete session.link;
      session.expiredLink = { token: ground.token };
      return raiseRoadblock(visit, "token-expired");
    case "temporary":
      delete session.recovery;
      session.notice = "temporaryEnded";
      return redirect(pathAfter("RESET", "temporaryPasswordEnded"), 303);
    case "code":
      return askAnew(visit, ground.email);
  }
}
