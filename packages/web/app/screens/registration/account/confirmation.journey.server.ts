import { redirect } from "react-router";
import type { PortalVisit } from "../../../visit/visit.ts";
import { handOffOf } from "../../login/hand-off.ts";
import { registrationAction } from "../flow/registration-action.server.ts";
import { callRegistration } from "../flow/registration-call.server.ts";
import { registrationLoader } from "../flow/registration-loader.server.ts";
import type { ConfirmationData } from "./confirmation.screen.tsx";
import type { TicketHandOff } from "./hand-off-form.tsx";

export const loader = registrationLoader<ConfirmationData>({
  pages: ["CONFIRM"],
  sections: ["confirmation"],
  draw: ({ visit, page }) => ({
    firstName: page.firstName ?? "",
    username: page.username ?? "",
    accountType: page.accountType ?? "policyHolder",
    nameLength: visit.brand.nameLength,
    outside: visit.brand.gateway.kind === "outside" ? handOffOf(visit, page.username ?? "") : undefined,
  }),
});

/**
 * Signs the person in: a fresh ticket for the built-in gateway, handed over by a form of the page.
 * Without a ticket, or with a gateway that knows none, the login page opens with the address filled in; a script that
 * still has the password asks nothing here.
 */
export const action = registrationAction(async (talk, { email = "" }): Promise<Response | TicketHandOff> => {
  const { visit } = talk;
  if (visit.brand.gateway.kind === "outside") return toLogin(visit, email);
  const reply = await callRegistration(talk, "ticket");
  if (reply.kind !== "ok") return toLogin(visit, email);
  return { ...handOffOf(visit, email), ticket: reply.data.ticket };
});

function toLogin({ session }: PortalVisit, email: string): Response {
  session.loginEmail = email;
  session.notice = "accountReady";
  return redirect("/", 303);
}
