import { recoveryFlow } from "@vestibule/catalogue/recovery-flow.table.ts";
import { redirect } from "react-router";
import type { PortalSession } from "../../../session/portal-session.server.ts";
import { loginEmailSlice } from "../../../shared-slices/login-slices.server.ts";
import { policyNumberRegistrationSlice, registrationSlice } from "../../../shared-slices/registration-slices.server.ts";
import { chooseErrorHandling, redirectByHandling, redirectToCurrentPage } from "../flow/error-routing.server.ts";
import { registrationAction } from "../flow/registration-action.server.ts";
import { callRegistration, tokenClaims } from "../flow/registration-call.server.ts";
import { registrationLoader } from "../flow/registration-loader.server.ts";
import type { Route } from "./+types/welcome-back.route";
import { type WelcomeBackData, WelcomeBackScreen } from "./welcome-back.screen.tsx";

export const loader = registrationLoader<WelcomeBackData>({
  pages: ["WELCOME_BACK"],
  sections: ["welcomeBack"],
  alsoDraws: (page) => page.canFindEmail === true,
  elsewhere: "/",
  draw: ({ requestContext, page }) => ({
    firstName: page.firstName ?? requestContext.session.get(registrationSlice)?.typedFirstName ?? "",
    username: page.username,
    nameLength: requestContext.brand.nameLength,
    isProven: page.page === "WELCOME_BACK",
  }),
  ofPolicyNumber: ({ brand, session }) => {
    const account = readExistingAccount(session);
    if (account === undefined) return undefined;
    const { firstName = "", email: username } = account;
    return { firstName, username, nameLength: brand.nameLength, isProven: true };
  },
});

function readExistingAccount(session: PortalSession) {
  const attempt = session.get(policyNumberRegistrationSlice);
  return !session.has(registrationSlice) && attempt?.page === "WELCOME_BACK" ? attempt.existingAccount : undefined;
}

/** Redirects to the login page or the password reset, with the e-mail in the sealed session. */
export const action = registrationAction(
  async (call, values) => {
    if (tokenClaims(call.requestContext)?.page !== "WELCOME_BACK") return redirectTo(values.next);
    const { requestContext } = call;
    const result = await callRegistration(call, "accountInfo");
    if (result.kind !== "ok") {
      const handling = chooseErrorHandling(requestContext, result);
      if (handling.kind === "stays") return redirectToCurrentPage(requestContext);
      return redirectByHandling(requestContext, handling);
    }
    requestContext.session.set(loginEmailSlice, result.data.username);
    return redirectTo(values.next);
  },
  ({ session }, { next }) => {
    const { email } = readExistingAccount(session) ?? {};
    if (email !== undefined) session.set(loginEmailSlice, email);
    return redirectTo(next);
  },
);

function redirectTo(next: string | undefined): Response {
  return redirect(next === "forgot" ? recoveryFlow.FORGOT.path : recoveryFlow.LOGIN.path, 303);
}

export default function WelcomeBackRoute({ loaderData }: Route.ComponentProps) {
  return <WelcomeBackScreen data={loaderData} />;
}
