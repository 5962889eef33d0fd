import { flow } from "@vestibule/catalogue/flow.table.ts";
import { linkEndpoints } from "@vestibule/contract/v1/link.endpoint.ts";
import type { AuthenticatedResponse } from "@vestibule/contract/v1/recovery.schema.ts";
import { redirect } from "react-router";
import { apiClient } from "../../../api/api-client.server.ts";
import { createTicketHandOff, type TicketHandOff, toSessionTicket } from "../../../gateway/hand-off.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { clearLink, clearRegistration } from "../../../roadblock/clear-flow.rule.ts";
import { linkSlice } from "../../../shared-slices/link-slices.server.ts";
import { loginEmailSlice, noticeSlice } from "../../../shared-slices/login-slices.server.ts";
import {
  type FinishedRegistration,
  finishedRegistrationSlice,
} from "../../../shared-slices/registration-slices.server.ts";

/** Removes the link or registration from the session and saves the sign-in ticket for the next page. */
export async function finishRegistration(
  requestContext: PortalRequestContext,
  { email, ticket }: AuthenticatedResponse,
  about: Pick<FinishedRegistration, "role" | "firstName">,
): Promise<void> {
  const link = requestContext.session.get(linkSlice);
  // The API has consumed the link already, so the result of this call is not needed.
  if (link !== undefined) await apiClient(requestContext, linkEndpoints).remove(link.token);
  saveFinishedRegistration(requestContext, { email, ...about, ticket: toSessionTicket(requestContext, ticket) });
}

/**
 * Redirects to the confirmation after a form that was submitted twice. Only the first response had the sign-in ticket,
 * so the person has to log in.
 */
export function finishRepeatedForm(
  requestContext: PortalRequestContext,
  finished: Omit<FinishedRegistration, "ticket">,
): Response {
  saveFinishedRegistration(requestContext, finished);
  return redirect(flow.CONFIRM.path, 303);
}

function saveFinishedRegistration({ session }: PortalRequestContext, finished: FinishedRegistration): void {
  clearLink(session);
  clearRegistration(session);
  session.set(finishedRegistrationSlice, finished);
}

/**
 * What the browser posts to the built-in gateway to sign in with the ticket: once, and only before the ticket expires.
 */
export function consumeHandOff(requestContext: PortalRequestContext): TicketHandOff | undefined {
  const finished = requestContext.session.get(finishedRegistrationSlice);
  if (finished?.ticket === undefined || requestContext.brand.gateway.kind === "outside") return undefined;
  const { email: username, ticket } = finished;
  delete finished.ticket;
  return createTicketHandOff(requestContext, { username, ticket });
}

/** Redirects to the login page with the e-mail of the finished registration filled in. */
export function redirectToFilledLogin(
  { session }: PortalRequestContext,
  { notice, query = "" }: { notice?: "accountReady"; query?: string } = {},
): Response {
  const finished = session.get(finishedRegistrationSlice);
  if (finished !== undefined && !finished.isMasked) session.set(loginEmailSlice, finished.email);
  if (notice !== undefined) session.set(noticeSlice, notice);
  return redirect(`/${query}`, 303);
}
