import { flow } from "@vestibule/catalogue/flow.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { linkEndpoints } from "@vestibule/contract/v1/link.endpoint.ts";
import type { SignedIn } from "@vestibule/contract/v1/recovery.schema.ts";
import { redirect } from "react-router";
import { accountApi } from "../../../api/account-api.server.ts";
import { handOffOf } from "../../../gateway/hand-off.ts";
import type { TicketHandOff } from "../../../gateway/hand-off-form.tsx";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { clearLink, clearRegistration } from "../../../roadblock/clear-flow.rule.ts";
import type { FinishedRegistration } from "../session-slice.server.ts";

/** Clears the link or registration from the session and keeps the sign-in ticket for the next page. */
export async function finishRegistration(
  requestContext: PortalRequestContext,
  { email, ticket }: SignedIn,
  about: Pick<FinishedRegistration, "role" | "firstName">,
): Promise<void> {
  const { session } = requestContext;
  // The API has consumed the link already, so its reply does not matter.
  if (session.link !== undefined) await accountApi(requestContext, linkEndpoints).remove(session.link.token);
  const endsAt = new Date(requestContext.now.getTime() + ttl.signInTicketSeconds * 1000).toISOString();
  keepFinished(requestContext, { email, ...about, ticket: { value: ticket, endsAt } });
}

/**
 * Handles a form that is submitted twice, as without a script: the first response had the sign-in ticket. It ends in
 * the same result, but the password is typed once more.
 */
export function finishedBefore(
  requestContext: PortalRequestContext,
  finished: Omit<FinishedRegistration, "ticket">,
): Response {
  keepFinished(requestContext, finished);
  return redirect(flow.CONFIRM.path, 303);
}

function keepFinished({ session }: PortalRequestContext, finished: FinishedRegistration): void {
  clearLink(session);
  clearRegistration(session);
  session.finishedRegistration = finished;
}

/** Returns the ticket for the built-in gateway, once and only before it expires. */
export function takeHandOff(requestContext: PortalRequestContext): TicketHandOff | undefined {
  const finished = requestContext.session.finishedRegistration;
  const ticket = finished?.ticket;
  if (finished === undefined || ticket === undefined || requestContext.brand.gateway.kind === "outside")
    return undefined;
  delete finished.ticket;
  if (!(new Date(ticket.endsAt) > requestContext.now)) return undefined;
  return { ...handOffOf(requestContext, finished.email), ticket: ticket.value };
}

/** Redirects to the login page with the e-mail filled in. */
export function toLogin({ session }: PortalRequestContext, notice?: "accountReady"): Response {
  const { finishedRegistration: finished } = session;
  if (finished !== undefined && !finished.isMasked) session.loginEmail = finished.email;
  if (notice !== undefined) session.notice = notice;
  return redirect("/", 303);
}
