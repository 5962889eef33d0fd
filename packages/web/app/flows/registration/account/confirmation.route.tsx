import { flow } from "@vestibule/catalogue/flow.table.ts";
import { relyingPartyOf } from "@vestibule/contract/brand/relying-party.rule.ts";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router";
import type { FormValues } from "../../../form/form-values.ts";
import type { ScreenHandle } from "../../../frame/frame.tsx";
import { createHandOff } from "../../../gateway/hand-off.ts";
import type { TicketHandOff } from "../../../gateway/hand-off-form.tsx";
import { textsFor } from "../../../i18n/localize.server.ts";
import { registrationTexts } from "../../../i18n/registration-texts.server.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { requestContextKey } from "../../../request/request-context.ts";
import { pageFrame } from "../flow/flow-info.ts";
import { registrationAction } from "../flow/registration-action.server.ts";
import { callRegistration } from "../flow/registration-call.server.ts";
import { registrationLoader } from "../flow/registration-loader.server.ts";
import { consumeHandOff, redirectToFilledLogin } from "../policy-number/finish-registration.server.ts";
import type { Route } from "./+types/confirmation.route";
import { type ConfirmationData, ConfirmationScreen } from "./confirmation.screen.tsx";

const smartLoader = registrationLoader<ConfirmationData>({
  pages: ["CONFIRM"],
  sections: ["confirmation"],
  draw: ({ requestContext, page }) => ({
    firstName: page.firstName ?? "",
    username: page.username ?? "",
    accountType: page.provenAccountType ?? page.accountType ?? "policyHolder",
    nameLength: requestContext.brand.nameLength,
    hasPasskeys: relyingPartyOf(requestContext) !== undefined,
    outside:
      requestContext.brand.gateway.kind === "outside" ? createHandOff(requestContext, page.username ?? "") : undefined,
  }),
});

/**
 * Requests a sign-in ticket, which a form of the page then posts to the built-in gateway. Without a ticket, or with an
 * external gateway, redirects to the login page with the e-mail filled in.
 */
const smartAction = registrationAction(async (call, values): Promise<Response | TicketHandOff> => {
  const { requestContext } = call;
  if (requestContext.brand.gateway.kind === "outside") return redirectToLogin(requestContext, values);
  const reply = await callRegistration(call, "ticket");
  if (reply.kind !== "ok") return redirectToLogin(requestContext, values);
  return { ...createHandOff(requestContext, values.email ?? ""), ticket: reply.data.ticket };
}, redirectToLogin);

/**
 * An account that was created over API v1 has no session of smart registration, so the portal's session has its data.
 */
export async function loader(args: LoaderFunctionArgs) {
  const requestContext = args.context.get(requestContextKey);
  const finished = requestContext.session.finishedRegistration;
  if (finished === undefined) return smartLoader(args);
  return {
    firstName: finished.firstName,
    username: finished.email,
    accountType: finished.role === "driver" ? ("insuredDriver" as const) : finished.role,
    nameLength: requestContext.brand.nameLength,
    hasPasskeys: relyingPartyOf(requestContext) !== undefined,
    outside:
      requestContext.brand.gateway.kind === "outside" && !finished.isMasked
        ? createHandOff(requestContext, finished.email)
        : undefined,
    journey: {
      flow: "policyNumberRegistration",
      ...pageFrame(flow.CONFIRM),
      province: requestContext.province,
    } as const,
    texts: textsFor(requestContext, registrationTexts(["confirmation"])),
  };
}

export async function action(args: ActionFunctionArgs): Promise<Response | TicketHandOff> {
  const requestContext = args.context.get(requestContextKey);
  const finished = requestContext.session.finishedRegistration;
  if (finished === undefined) return smartAction(args);
  return consumeHandOff(requestContext) ?? redirectToFilledLogin(requestContext, "accountReady");
}

function redirectToLogin({ session }: PortalRequestContext, { email }: FormValues): Response {
  if (email) session.loginEmail = email;
  session.notice = "accountReady";
  return redirect("/", 303);
}

export const handle: ScreenHandle = { hasBand: true };

export default function ConfirmationRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <ConfirmationScreen data={loaderData} handOff={actionData} />;
}
