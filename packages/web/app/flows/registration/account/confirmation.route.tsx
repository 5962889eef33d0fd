import { relyingPartyOf } from "@vestibule/contract/brand/relying-party.rule.ts";
import { redirect } from "react-router";
import type { FormValues } from "../../../form/form-values.ts";
import type { ScreenHandle } from "../../../frame/frame.tsx";
import { createHandOff, type TicketHandOff } from "../../../gateway/hand-off.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { loginEmailSlice, noticeSlice } from "../../../shared-slices/login-slices.server.ts";
import { finishedRegistrationSlice } from "../../../shared-slices/registration-slices.server.ts";
import { registrationAction } from "../flow/registration-action.server.ts";
import { callRegistration } from "../flow/registration-call.server.ts";
import { registrationLoader } from "../flow/registration-loader.server.ts";
import { consumeHandOff, redirectToFilledLogin } from "../policy-number/finish-registration.server.ts";
import type { Route } from "./+types/confirmation.route";
import { type ConfirmationData, ConfirmationScreen } from "./confirmation.screen.tsx";

export const loader = registrationLoader<ConfirmationData>({
  pages: ["CONFIRM"],
  sections: ["confirmation"],
  draw: ({ requestContext, page }) => ({
    firstName: page.firstName ?? "",
    username: page.username ?? "",
    accountType: page.provenAccountType ?? page.accountType ?? "policyHolder",
    nameLength: requestContext.brand.nameLength,
    hasPasskeys: relyingPartyOf(requestContext) !== undefined,
    outside:
      requestContext.brand.gateway.kind === "outside"
        ? createHandOff(requestContext, { username: page.username ?? "" })
        : undefined,
  }),
  ofPolicyNumber: (requestContext) => {
    const { brand, session } = requestContext;
    const finished = session.get(finishedRegistrationSlice);
    if (finished === undefined) return undefined;
    const { firstName, email, isMasked, role } = finished;
    return {
      firstName,
      username: email,
      accountType: role === "driver" ? "insuredDriver" : role,
      nameLength: brand.nameLength,
      hasPasskeys: relyingPartyOf(requestContext) !== undefined,
      outside:
        brand.gateway.kind === "outside" && !isMasked ? createHandOff(requestContext, { username: email }) : undefined,
    };
  },
});

/**
 * Requests a sign-in ticket, which a form of the page then posts to the built-in gateway. Without a ticket, or with an
 * external gateway, redirects to the login page with the e-mail filled in.
 */
export const action = registrationAction<Response | TicketHandOff>(
  async (call, values) => {
    const { requestContext } = call;
    if (requestContext.brand.gateway.kind === "outside") return redirectToLogin(requestContext, values);
    const result = await callRegistration(call, "ticket");
    if (result.kind !== "ok") return redirectToLogin(requestContext, values);
    return { ...createHandOff(requestContext, { username: values.email ?? "" }), ticket: result.data.ticket };
  },
  (requestContext, values) =>
    requestContext.session.has(finishedRegistrationSlice)
      ? (consumeHandOff(requestContext) ?? redirectToFilledLogin(requestContext, { notice: "accountReady" }))
      : redirectToLogin(requestContext, values),
);

function redirectToLogin({ session }: PortalRequestContext, { email }: FormValues): Response {
  if (email) session.set(loginEmailSlice, email);
  session.set(noticeSlice, "accountReady");
  return redirect("/", 303);
}

export const handle: ScreenHandle = { hasBand: true };

export default function ConfirmationRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <ConfirmationScreen data={loaderData} handOff={actionData} />;
}
