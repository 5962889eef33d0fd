import { flow } from "@vestibule/catalogue/flow.table.ts";
import { relyingPartyOf } from "@vestibule/contract/brand/relying-party.rule.ts";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router";
import type { ScreenHandle } from "../../../frame/frame.tsx";
import { handOffOf } from "../../../gateway/hand-off.ts";
import type { TicketHandOff } from "../../../gateway/hand-off-form.tsx";
import { textsFor } from "../../../i18n/localize.server.ts";
import { registrationTexts } from "../../../i18n/registration-texts.server.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { requestContextKey } from "../../../request/request-context.ts";
import { pageFrame } from "../flow/flow-info.ts";
import { registrationAction } from "../flow/registration-action.server.ts";
import { callRegistration } from "../flow/registration-call.server.ts";
import { registrationLoader } from "../flow/registration-loader.server.ts";
import { takeHandOff, toLogin as toLoginAfter } from "../policy-number/finish-registration.server.ts";
import type { Route } from "./+types/confirmation.route";
import { type ConfirmationData, ConfirmationScreen } from "./confirmation.screen.tsx";

const liveLoader = registrationLoader<ConfirmationData>({
  pages: ["CONFIRM"],
  sections: ["confirmation"],
  draw: ({ requestContext, page }) => ({
    firstName: page.firstName ?? "",
    username: page.username ?? "",
    accountType: page.provenAccountType ?? page.accountType ?? "policyHolder",
    nameLength: requestContext.brand.nameLength,
    hasPasskeys: relyingPartyOf(requestContext) !== undefined,
    outside:
      requestContext.brand.gateway.kind === "outside" ? handOffOf(requestContext, page.username ?? "") : undefined,
  }),
});

/**
 * Signs the person in with a new ticket, which a form of the page posts to the built-in gateway. Without a ticket, or
 * with an external gateway, the login page opens with the e-mail filled in.
 */
const liveAction = registrationAction(async (call, { email = "" }): Promise<Response | TicketHandOff> => {
  const { requestContext } = call;
  if (requestContext.brand.gateway.kind === "outside") return toLogin(requestContext, email);
  const reply = await callRegistration(call, "ticket");
  if (reply.kind !== "ok") return toLogin(requestContext, email);
  return { ...handOffOf(requestContext, email), ticket: reply.data.ticket };
});

/** An account created over API v1 has no registration session: the portal's session has the data to show. */
export async function loader(args: LoaderFunctionArgs) {
  const requestContext = args.context.get(requestContextKey);
  const finished = requestContext.session.finishedRegistration;
  if (finished === undefined) return liveLoader(args);
  return {
    firstName: finished.firstName,
    username: finished.email,
    accountType: finished.role === "driver" ? ("insuredDriver" as const) : finished.role,
    nameLength: requestContext.brand.nameLength,
    hasPasskeys: relyingPartyOf(requestContext) !== undefined,
    outside:
      requestContext.brand.gateway.kind === "outside" && !finished.isMasked
        ? handOffOf(requestContext, finished.email)
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
  if (finished === undefined) return liveAction(args);
  return takeHandOff(requestContext) ?? toLoginAfter(requestContext, "accountReady");
}

function toLogin({ session }: PortalRequestContext, email: string): Response {
  session.loginEmail = email;
  session.notice = "accountReady";
  return redirect("/", 303);
}

export const handle: ScreenHandle = { hasBand: true };

export default function ConfirmationRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <ConfirmationScreen data={loaderData} handOff={actionData} />;
}
