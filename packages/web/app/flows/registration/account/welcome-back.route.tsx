import { recoveryFlow } from "@vestibule/catalogue/recovery-flow.table.ts";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router";
import { readForm } from "../../../form/form-answer.ts";
import { textsFor } from "../../../i18n/localize.server.ts";
import { registrationTexts } from "../../../i18n/registration-texts.server.ts";
import type { PortalSession } from "../../../portal-session.server.ts";
import { requestContextKey } from "../../../request/request-context.ts";
import { handleRegistrationFailure, redirectToCurrentPage, registrationOutcome } from "../flow/error-routing.server.ts";
import { registrationAction } from "../flow/registration-action.server.ts";
import { callRegistration, tokenClaims } from "../flow/registration-call.server.ts";
import { registrationLoader } from "../flow/registration-loader.server.ts";
import { policyNumberFlowInfo } from "../policy-number/flow-info.server.ts";
import type { Route } from "./+types/welcome-back.route";
import { type WelcomeBackData, WelcomeBackScreen } from "./welcome-back.screen.tsx";

const smartLoader = registrationLoader<WelcomeBackData>({
  pages: ["WELCOME_BACK"],
  sections: ["welcomeBack"],
  alsoDraws: (page) => page.canFindEmail === true,
  elsewhere: "/",
  draw: ({ requestContext, page }) => ({
    firstName: page.firstName ?? requestContext.session.registration?.typedFirstName ?? "",
    username: page.username,
    nameLength: requestContext.brand.nameLength,
    isProven: page.page === "WELCOME_BACK",
  }),
});

/** A registration by policy number has no session of smart registration, so the portal's session has its data. */
export async function loader(args: LoaderFunctionArgs) {
  const requestContext = args.context.get(requestContextKey);
  const account = readExistingAccount(requestContext.session);
  if (account === undefined) return smartLoader(args);
  return {
    firstName: account.firstName ?? "",
    username: account.email,
    nameLength: requestContext.brand.nameLength,
    isProven: true,
    journey: policyNumberFlowInfo(requestContext, "WELCOME_BACK"),
    texts: textsFor(requestContext, registrationTexts(["welcomeBack"])),
  };
}

function readExistingAccount({ registration, policyNumberRegistration: attempt }: PortalSession) {
  return registration === undefined && attempt?.page === "WELCOME_BACK" ? attempt.existingAccount : undefined;
}

export async function action(args: ActionFunctionArgs) {
  const { session } = args.context.get(requestContextKey);
  const account = readExistingAccount(session);
  if (account === undefined) return smartAction(args);
  if (account.email !== undefined) session.loginEmail = account.email;
  const { next } = await readForm(args.request);
  return redirectTo(next);
}

/** Redirects to the login page or the password reset, with the e-mail in the sealed session. */
const smartAction = registrationAction(
  async (call, values) => {
    if (tokenClaims(call.requestContext)?.page !== "WELCOME_BACK") return redirectTo(values.next);
    const { requestContext } = call;
    const reply = await callRegistration(call, "accountInfo");
    if (reply.kind !== "ok")
      return registrationOutcome(requestContext, reply).kind === "stays"
        ? redirectToCurrentPage(requestContext)
        : handleRegistrationFailure(requestContext, reply);
    requestContext.session.loginEmail = reply.data.username;
    return redirectTo(values.next);
  },
  (_, { next }) => redirectTo(next),
);

function redirectTo(next: string | undefined): Response {
  return redirect(next === "forgot" ? recoveryFlow.FORGOT.path : recoveryFlow.LOGIN.path, 303);
}

export default function WelcomeBackRoute({ loaderData }: Route.ComponentProps) {
  return <WelcomeBackScreen data={loaderData} />;
}
