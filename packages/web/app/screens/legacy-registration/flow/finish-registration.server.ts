import { flow } from "@vestibule/catalogue/flow.table.ts";
import { lifetimes } from "@vestibule/catalogue/lifetime.table.ts";
import { createLinkClient } from "@vestibule/contract/v1/link.client.ts";
import type { SignedIn } from "@vestibule/contract/v1/recovery.schema.ts";
import { redirect } from "react-router";
import { accountApi } from "../../../answer/account-api.server.ts";
import { forgetLink } from "../../../visit/forget-link.rule.ts";
import { forgetRegistration } from "../../../visit/forget-registration.rule.ts";
import type { FinishedRegistration, PortalVisit } from "../../../visit/visit.ts";
import { handOffOf } from "../../login/hand-off.ts";
import type { TicketHandOff } from "../../registration/account/hand-off-form.tsx";

/** A link has done what it was for and is deleted, a registration is over; what signs in is kept for the next page. */
export async function finishRegistration(
  visit: PortalVisit,
  { email, ticket }: SignedIn,
  about: Pick<FinishedRegistration, "role" | "firstName">,
): Promise<void> {
  const { session } = visit;
  const { settings, caller } = accountApi(visit);
  // The API has used it up already: whatever the answer, it leads nowhere any more.
  if (session.link !== undefined) await createLinkClient(settings).remove(caller, session.link.token);
  const endsAt = new Date(visit.now.getTime() + lifetimes.signInTicketSeconds * 1000).toISOString();
  keepFinished(visit, { email, ...about, ticket: { value: ticket, endsAt } });
}

/**
 * The form came twice, as without a script: the first one did it, and what signs in went with its answer. The end is
 * the same, but for the password, which is typed once more.
 */
export function finishedBefore(visit: PortalVisit, finished: Omit<FinishedRegistration, "ticket">): Response {
  keepFinished(visit, finished);
  return redirect(flow.CONFIRM.path, 303);
}

function keepFinished({ session }: PortalVisit, finished: FinishedRegistration): void {
  forgetLink(session);
  forgetRegistration(session);
  session.finishedRegistration = finished;
}

/** What the built-in gateway takes to let the person in: given once, while it lives. */
export function takeHandOff(visit: PortalVisit): TicketHandOff | undefined {
  const finished = visit.session.finishedRegistration;
  const ticket = finished?.ticket;
  if (finished === undefined || ticket === undefined || visit.brand.gateway.kind === "outside") return undefined;
  delete finished.ticket;
  if (!(new Date(ticket.endsAt) > visit.now)) return undefined;
  return { ...handOffOf(visit, finished.email), ticket: ticket.value };
}

/** The login page, with the address filled in. */
export function toLogin({ session }: PortalVisit, notice?: "accountReady"): Response {
  const { finishedRegistration: finished } = session;
  if (finished !== undefined && !finished.isMasked) session.loginEmail = finished.email;
  if (notice !== undefined) session.notice = notice;
  return redirect("/", 303);
}
