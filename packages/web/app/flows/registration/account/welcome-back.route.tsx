import { recoveryFlow } from "@vestibule/catalogue/recovery-flow.table.ts";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router";
import { readForm } from "../../../form/form-answer.ts";
import { registrationTexts } from "../../../i18n/registration-texts.server.ts";
import type { PortalSession } from "../../../portal-session.server.ts";
import { requestContextKey } from "../../../request/request-context.ts";
import { handleRegistrationFailure, registrationOutcome, toSessionPage } from "../flow/error-routing.server.ts";
import { registrationAction } from "../flow/registration-action.server.ts";
import { callRegistration, tokenClaims } from "../flow/registration-call.server.ts";
import { registrationLoader } from "../flow/registration-loader.server.ts";
import { policyNumberFlowInfo } from "../policy-number/flow-info.server.ts";
import type { Route } from "./+types/welcome-back.route";
import { type WelcomeBackData, WelcomeBackScreen } from "./welcome-back.screen.tsx";

const liveLoader = registrationLoader<WelcomeBackData>({
  pages: ["WELCOME_BACK"],
  sections: ["welcomeBack"],
  alsoDraws: (page) => page.canFindAddress === true,
  elsewhere: "/",
  draw: ({ requestContext, page }) => ({
    firstName: page.firstName ?? requestContext.session.registration?.typedFirstName ?? "",
    username: page.username,
    nameLength: requestContext.brand.nameLength,
    isProven: page.page === "WELCOME_BACK",
  }),
});

/** A registration by policy number has no session of smart registration: the portal's session has the data to show. */
export async function loader(args: LoaderFunctionArgs) {
  const requestContext = args.context.get(requestContextKey);
  const welcomed = welcomedIn(requestContext.session);
  if (welcomed === undefined) return liveLoader(args);
  return {
    firstName: welcomed.firstName ?? "",
    username: welcomed.email,
    nameLength: requestContext.brand.nameLength,
    isProven: true,
    journey: policyNumberFlowInfo(requestContext, "WELCOME_BACK"),
    texts: registrationTexts(requestContext, ["welcomeBack"]),
  };
}

function welcomedIn({ registration, legacy }: PortalSession) {
  return registration === undefined && legacy?.page === "WELCOME_BACK" ? legacy.existingAccount : undefined;
}

export async function action(args: ActionFunctionArgs) {
  const { session } = args.context.get(requestContextKey);
  const welcomed = welcomedIn(session);
  if (welcomed === undefined) return liveAction(args);
  if (welcomed.email !== undefined) session.loginEmail = welcomed.email;
  const { next } = await readForm(args.request);
  return leaveTo(next);
}

/** Redirects to the login page or the password reset, with the e-mail in the sealed session. */
const liveAction = registrationAction(async (call, values) => {
  if (tokenClaims(call.requestContext)?.page !== "WELCOME_BACK") return leaveTo(values.next);
  const { requestContext } = call;
  const reply = await callRegistration(call, "accountInfo");
  if (reply.kind !== "ok")
    return registrationOutcome(requestContext, reply).kind === "stays"
      ? toSessionPage(requestContext)
      : handleRegistrationFailure(requestContext, reply);
  requestContext.session.loginEmail = reply.data.username;
  return leaveTo(values.next);
});

function leaveTo(next: string | undefined): Response {
  return redirect(next === "forgot" ? recoveryFlow.FORGOT.path : recoveryFlow.LOGIN.path, 303);
}

export default function WelcomeBackRoute({ loaderData }: Route.ComponentProps) {
  return <WelcomeBackScreen data={loaderData} />;
}
